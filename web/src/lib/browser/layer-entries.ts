import type { RouterHistory } from '@tanstack/react-router';
import type { EntryState } from './leave-layer-entries';
import { isLeavingDocument, stayInDocument, watchLeaving } from './leaving-document';
import { setPopStateListener } from './popstate-before-router';
import { forgetUserActivation, hasUserActed, onUserActivation } from './user-activation';

/*
 * The back button closes an open dialog or panel (a layer) before it leaves the page. For this
 * purpose each layer adds an entry to the browser's history when it opens, above the entry of the
 * page and with the same address. One press of the back button then closes one layer.
 *
 * An entry is added only if the user has acted since the browser last went back or forward, see
 * user-activation.ts. What is missing is added when the user acts again.
 *
 * A dialog with a changed form stays open after the back button and opens a question. The browser
 * then goes forward to the entry of the dialog again, which adds no entry. If the user presses the
 * back button again without any other input, it closes the question, because it was opened last.
 * The next press asks again. If the second press comes before the browser has gone forward, the
 * page is left. A form with useDialogDraft has stored its values as a draft then.
 *
 * The router does not know the entries of layers: what it writes to the history meanwhile belongs
 * to the entry of the page, and it does not receive the events between these entries.
 */

/** A dialog or panel that is open. */
export interface Layer {
  /** Called when the user goes back. It may keep the layer open and ask something first. */
  close: () => void;
}

/** What the entry of the page contains, once the user is back at it. */
interface PageEntry {
  state: EntryState;
  href: string;
}

/** The program is going back or forward between the entries of one page. */
interface Traversal {
  entryOfPage: PageEntry;
  /** What the router wanted to write meanwhile. It is written when the browser has arrived. */
  writesOfRouter: (() => void)[];
  timer: number;
}

/**
 * The milliseconds after which the entries of closed layers are removed. What closes a dialog often
 * opens another one, or another page, a moment later.
 */
const removalDelay = 300;

/** The milliseconds after which a traversal counts as failed: another navigation has stopped it. */
const longestTraversal = 5000;

/** The open layers. The last one was opened last. */
const openLayers: Layer[] = [];

/** The page below the current entry, or null if the current entry is the one of a page. */
let entryOfPage: PageEntry | null = null;

/** Whether the router has changed the page since the entry of the page was written. */
let isEntryOfPageOld = false;

/** The number of entries from the one of the page to the current one. */
let currentDepth = 0;

/** The depth of the highest entry of the page, to which the browser can go forward. */
let highestDepth = 0;

/** The step back or forward that the program has begun and that has not ended; null if none. */
let traversal: Traversal | null = null;

/** The router's number of the page that it shows. */
let readRouterIndex: () => number;

/** The browser's own functions. The router replaces the ones of the object `history`. */
const pushEntry = History.prototype.pushState.bind(history);
const replaceEntry = History.prototype.replaceState.bind(history);

const stateOfEntry = () => (history.state ?? {}) as EntryState;

function readPage(): PageEntry {
  const { layerDepth: _, ...state } = stateOfEntry();
  return { state, href: location.href };
}

const atDepth = (state: EntryState, layerDepth: number): EntryState =>
  layerDepth === 0 ? state : { ...state, layerDepth };

/** Records that the browser is at an entry of a page, and lets this entry show its address. */
function arriveAt(page: PageEntry, depth: number): void {
  entryOfPage = depth === 0 ? null : page;
  if (depth === 0) isEntryOfPageOld = false;
  currentDepth = depth;
  replaceEntry(atDepth(page.state, depth), '', page.href);
}

/** Records that the browser is at the entry of another page, whose layers have no entries. */
function arriveAtOtherPage(): void {
  entryOfPage = null;
  isEntryOfPageOld = false;
  currentDepth = 0;
  highestDepth = 0;
}

function traverse(delta: number): Traversal {
  traversal = {
    entryOfPage: entryOfPage ?? readPage(),
    writesOfRouter: [],
    timer: window.setTimeout(giveUpTraversal, longestTraversal),
  };
  history.go(delta);
  return traversal;
}

/** Ends the traversal, and returns it. */
function endTraversal(endedTraversal: Traversal): Traversal {
  window.clearTimeout(endedTraversal.timer);
  traversal = null;
  return endedTraversal;
}

function giveUpTraversal(): void {
  if (!traversal) return;
  for (const write of endTraversal(traversal).writesOfRouter) write();
  removeSurplusEntriesLater();
}

function addEntry(): void {
  entryOfPage ??= readPage();
  currentDepth++;
  highestDepth = currentDepth;
  pushEntry(atDepth(entryOfPage.state, currentDepth), '');
}

/** Goes forward to entries of layers that are open. */
function goForwardToOpenLayers(): void {
  const missing = Math.min(openLayers.length, highestDepth) - currentDepth;
  if (missing > 0 && !traversal) traverse(missing);
}

/** Lets each open layer have an entry, if the browser allows it now. */
function addMissingEntries(): void {
  // The router asks whether to leave the page, while the browser is at the next page already.
  if (traversal || stateOfEntry().__TSR_index !== readRouterIndex()) return;
  if (!hasUserActed()) {
    goForwardToOpenLayers();
    return;
  }
  while (currentDepth < openLayers.length) addEntry();
}

function removeSurplusEntries(): void {
  if (traversal || isLeavingDocument()) return;
  if (currentDepth > openLayers.length) traverse(openLayers.length - currentDepth);
}

function removeSurplusEntriesLater(): void {
  setTimeout(removeSurplusEntries, removalDelay);
}

/** Writes the router's next page to the history. It takes the place of the lowest layer. */
function pushForRouter(state: EntryState, title: string, url?: string | URL | null): void {
  const push = () => pushForRouter(state, title, url);
  if (traversal) {
    traversal.writesOfRouter.push(push);
    return;
  }
  if (currentDepth > 0 && isEntryOfPageOld) {
    // The entry of the page gets the present address, for example with a filter, so that the user
    // finds it there when going back.
    const goForward = () => traverse(1);
    traverse(-currentDepth).writesOfRouter.push(goForward, push);
    return;
  }
  if (currentDepth > 1) {
    // Going back to the page and adding an entry there would not be allowed without an activation.
    traverse(1 - currentDepth).writesOfRouter.push(push);
    return;
  }
  const write = currentDepth === 0 ? pushEntry : replaceEntry;
  arriveAtOtherPage();
  write(state, title, url);
}

/** Writes a change of the router to the history. It belongs to the entry of the page. */
function replaceForRouter(state: EntryState, title: string, url?: string | URL | null): void {
  if (traversal) {
    traversal.writesOfRouter.push(() => replaceForRouter(state, title, url));
    return;
  }
  replaceEntry(atDepth(state, currentDepth), title, url);
  if (currentDepth === 0) return;
  entryOfPage = readPage();
  isEntryOfPageOld = true;
}

/** The browser has arrived where the program wanted to go. */
function onTraversalEnd(event: PopStateEvent, { entryOfPage: page, writesOfRouter }: Traversal) {
  const { __TSR_index: index, layerDepth = 0 } = stateOfEntry();
  const isOtherPage = index !== page.state.__TSR_index;
  if (isOtherPage) arriveAtOtherPage();
  else arriveAt(page, layerDepth);
  // The user has gone to another page at the same time, which the router must show.
  if (isOtherPage && writesOfRouter.length === 0) return;
  event.stopImmediatePropagation();
  for (const write of writesOfRouter) write();
  // Layers may have opened or closed meanwhile.
  goForwardToOpenLayers();
  removeSurplusEntriesLater();
}

/** The user has gone to another page, or to the entry of a layer that is closed. */
function onOtherPage(event: PopStateEvent): void {
  const { __TSR_index: index = 0, layerDepth = 0 } = stateOfEntry();
  arriveAtOtherPage();
  if (layerDepth === 0) return;
  event.stopImmediatePropagation();
  // The router may have written another page to the entry at depth 1 (`pushForRouter`). A user who
  // comes back from there wants to see that page, so only the entries above it are skipped.
  const isAboveOtherPage = layerDepth > 1 && index < readRouterIndex();
  history.go(isAboveOtherPage ? 1 - layerDepth : -layerDepth);
}

/** The user has gone back from the entry of a layer to a lower entry of the same page. */
function onBack(depthBefore: number): void {
  const layer = openLayers.at(-1);
  if (!layer || openLayers.length < depthBefore) {
    // The layer of the entry closed a moment ago, so the user wants to close the next one.
    history.back();
    return;
  }
  layer.close();
  // Another layer may be open behind it, or ask whether to discard what was typed.
  setTimeout(goForwardToOpenLayers);
}

function onPopState(event: PopStateEvent): void {
  stayInDocument();
  forgetUserActivation();
  if (traversal) {
    onTraversalEnd(event, endTraversal(traversal));
    return;
  }
  const { __TSR_index: index, layerDepth = 0 } = stateOfEntry();
  if (!entryOfPage || index !== entryOfPage.state.__TSR_index) {
    onOtherPage(event);
    return;
  }
  event.stopImmediatePropagation();
  const depthBefore = currentDepth;
  arriveAt(entryOfPage, layerDepth);
  if (layerDepth < depthBefore) onBack(depthBefore);
  else removeSurplusEntries();
}

/** Lets the router write to the history only through this module while layers have entries. */
function keepRouterBelowLayers(): void {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const isAtPage = () => !traversal && currentDepth === 0;
  history.pushState = (state: EntryState, title, url) => {
    if (!isAtPage()) {
      pushForRouter(state, title, url);
      return;
    }
    arriveAtOtherPage();
    push(state, title, url);
  };
  history.replaceState = (state: EntryState, title, url) => {
    if (isAtPage()) replace(state, title, url);
    else replaceForRouter(state, title, url);
  };
}

function listen(): void {
  keepRouterBelowLayers();
  setPopStateListener(onPopState);
  watchLeaving(removeSurplusEntriesLater);
  onUserActivation(addMissingEntries);
}

let isListening = false;

/** Registers a layer that has opened, and adds its entry as soon as the browser allows it. */
export function addLayer(layer: Layer, routerHistory: RouterHistory): void {
  readRouterIndex = () => routerHistory.location.state.__TSR_index;
  if (!isListening) listen();
  isListening = true;
  openLayers.push(layer);
  addMissingEntries();
}

/** Removes the entry of a layer that has closed. */
export function removeLayer(layer: Layer): void {
  openLayers.splice(openLayers.indexOf(layer), 1);
  removeSurplusEntriesLater();
}
