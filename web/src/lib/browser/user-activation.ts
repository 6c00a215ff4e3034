/*
 * Whether the user has pressed a key or a pointer since the browser last went back or forward. If a
 * page adds an entry to the history without such an activation, the back button of Chrome skips the
 * page, so that no page can keep the user from leaving:
 * https://chromium.googlesource.com/chromium/src/+/main/docs/history_manipulation_intervention.md
 */

let hasActed = false;

/** Returns whether the page may add an entry to the history. */
export const hasUserActed = (): boolean => hasActed;

/** Says that the browser has gone back or forward, after which the user must act again. */
export function forgetUserActivation(): void {
  hasActed = false;
}

/** Returns whether browsers count the event as an action of the user. */
function isActivation(event: KeyboardEvent | PointerEvent): boolean {
  if (event instanceof KeyboardEvent) return event.key !== 'Escape';
  // A finger that touches the screen may begin to scroll. It counts when it is lifted.
  return event.type === (event.pointerType === 'mouse' ? 'pointerdown' : 'pointerup');
}

/**
 * Begins to record what the user does. Calls a function whenever the user presses a key or a
 * pointer, before the page handles it.
 */
export function onUserActivation(callback: () => void): void {
  // An old browser does not know whether the user has acted. Dialogs mostly open after a click.
  hasActed = !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
  const onInput = (event: KeyboardEvent | PointerEvent) => {
    if (!isActivation(event)) return;
    hasActed = true;
    callback();
  };
  window.addEventListener('keydown', onInput, { capture: true });
  window.addEventListener('pointerdown', onInput, { capture: true });
  window.addEventListener('pointerup', onInput, { capture: true });
}
