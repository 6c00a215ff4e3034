let listener: ((event: PopStateEvent) => void) | null = null;

/**
 * Lets a listener of `popstate` run before the one of the router. Call it before the router is
 * created: Chromium calls the listeners of the window in the order in which they were added, even
 * if one of them wants to capture the event.
 */
export function receivePopStateBeforeRouter(): void {
  window.addEventListener('popstate', (event) => listener?.(event), { capture: true });
}

/** Sets the listener. If it stops the event, the router does not receive it. */
export function setPopStateListener(next: (event: PopStateEvent) => void): void {
  listener = next;
}
