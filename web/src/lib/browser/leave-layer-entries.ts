/** What an entry of the browser's history contains, as far as dialogs and panels are concerned. */
export interface EntryState {
  /** The router's number of the page. The entries of its dialogs have the same number. */
  __TSR_index?: number;
  /**
   * How many entries above the one of the page the entry of a dialog or panel is. The entry of the
   * page itself does not have it.
   */
  layerDepth?: number;
}

/**
 * How long the start waits for the browser to go back, in milliseconds. It does not go back if it
 * has removed the entry of the page, because the history was too long.
 */
const longestWait = 1000;

/**
 * Goes back to the entry of the page if the page was loaded at the entry of a dialog or panel, for
 * example because the user reloaded it. No dialog is open then, and without this step the next
 * press of the back button would do nothing that the user can see. The address stays the same.
 * @param start starts the program. It must not use the history before.
 */
export function leaveLayerEntries(start: () => void): void {
  const { layerDepth, ...stateOfPage } = (history.state ?? {}) as EntryState;
  if (layerDepth === undefined) {
    start();
    return;
  }
  const { href } = location;
  const onArrival = () => {
    window.clearTimeout(timer);
    window.removeEventListener('popstate', onArrival);
    history.replaceState(stateOfPage, '', href);
    start();
  };
  const timer = window.setTimeout(onArrival, longestWait);
  window.addEventListener('popstate', onArrival);
  history.go(-layerDepth);
}
