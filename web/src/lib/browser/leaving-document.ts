/**
 * The milliseconds after which the page is taken to stay, although the browser has begun to load
 * another document: for example, because that was a file to save.
 */
const longestLeaving = 30_000;

let isLeaving = false;
let timer = 0;
let onStay: () => void = () => {};

/** Whether the browser loads another document. Going back in the history would stop that. */
export const isLeavingDocument = (): boolean => isLeaving;

/** Records that the browser stays on the page that it was about to leave. */
export function stayInDocument(): void {
  if (!isLeaving) return;
  isLeaving = false;
  onStay();
}

/** @param callback called when the page stays after the browser wanted to leave it */
export function watchLeaving(callback: () => void): void {
  onStay = callback;
  // Safari on phones does not send this event. It sends `pagehide`, but only at the end.
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(stayInDocument, longestLeaving);
  });
  window.addEventListener('pageshow', stayInDocument);
}
