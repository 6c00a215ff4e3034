import { useEffect, useEffectEvent } from 'react';
import { useRouter } from '@tanstack/react-router';

/*
 * The back button closes an open dialog or panel before it leaves the page. For this purpose, the
 * browser's history gets another entry after the one of the page, with the same address, while a
 * dialog is open. The router does not know this entry: what it writes to the history meanwhile
 * belongs to the entry of the page, and it does not receive the events between the two entries.
 */

interface EntryState {
  /** The router's number of the entry of the page. */
  __TSR_index?: number;
  isOfDialog?: true;
}

/** What the entry of the page contains, once the user is back at it. */
interface PageEntry {
  state: EntryState;
  href: string;
}

/** Functions that close the open dialogs, the one in front last. */
const closers: (() => void)[] = [];

/** The page whose dialog has an entry in the history. */
let pageBelow: PageEntry | null = null;

/** The page to which the program is going back, so that the entry of its dialog disappears. */
let returningTo: PageEntry | null = null;

/**
 * The milliseconds after which the entry of the dialogs is removed when the last of them has
 * closed. What closes a dialog often opens another one, or another page, a moment later.
 */
const removalDelay = 300;

const stateOfEntry = () => (history.state ?? {}) as EntryState;

/** The browser's own functions. The router replaces the ones of the object `history`. */
const pushEntry = History.prototype.pushState.bind(history);
const replaceEntry = History.prototype.replaceState.bind(history);

/** @param routerIndex the number of the entry whose page the router shows */
function addEntry(routerIndex: number | undefined): void {
  const { isOfDialog, ...state } = stateOfEntry();
  // The router asks whether to leave the page, while the browser is at the next page already.
  if (state.__TSR_index !== routerIndex) return;
  pageBelow ??= { state, href: location.href };
  if (!isOfDialog) pushEntry({ ...state, isOfDialog: true }, '');
}

/** Removes the entry of the dialogs after the last of them has closed. */
function removeEntry(): void {
  if (closers.length > 0 || !pageBelow) return;
  returningTo = pageBelow;
  pageBelow = null;
  history.back();
}

/** Makes changes of the router belong to the entry of the page while a dialog has an entry. */
function keepRouterBelowDialogs(): void {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  history.pushState = function (...entry) {
    if (!pageBelow) {
      push(...entry);
      return;
    }
    // The next page takes the place of the dialog.
    pageBelow = null;
    replaceEntry(...entry);
  };
  history.replaceState = function (...entry) {
    if (!pageBelow) {
      replace(...entry);
      return;
    }
    const [state, title, url] = entry as [EntryState, string, string?];
    replaceEntry({ ...state, isOfDialog: true }, title, url);
    pageBelow = { state, href: location.href };
  };
}

const restore = ({ state, href }: PageEntry) => replaceEntry(state, '', href);

/** @param routerIndex the number of the entry whose page the router shows */
function onPopState(event: PopStateEvent, routerIndex: number | undefined): void {
  const { isOfDialog, __TSR_index: index } = stateOfEntry();
  if (returningTo) {
    event.stopImmediatePropagation();
    restore(returningTo);
    returningTo = null;
    pageBelow = null;
    // A dialog has opened while the browser went back.
    if (closers.length > 0) addEntry(routerIndex);
    return;
  }
  if (isOfDialog) {
    // The user goes forward to a dialog that is closed.
    event.stopImmediatePropagation();
    history.back();
    return;
  }
  if (!pageBelow) return;
  const page = pageBelow;
  pageBelow = null;
  // The user has chosen an older page in the browser's list.
  if (index !== page.state.__TSR_index) return;
  event.stopImmediatePropagation();
  restore(page);
  const close = closers.at(-1);
  if (!close) {
    // The dialog closed a moment ago, so the user wants to leave the page.
    history.back();
    return;
  }
  close();
  // Another dialog may be open behind it, or ask whether to discard what was typed.
  setTimeout(() => {
    if (closers.length > 0) addEntry(routerIndex);
  });
}

let isListening = false;

/**
 * Makes the browser's back button close a dialog or panel instead of leaving the page. If several
 * are open, it closes the one that was opened last.
 * @param close called when the user goes back. It may keep the dialog open and ask something first.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const { history: routerHistory } = useRouter();
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const routerIndex = () => routerHistory.location.state.__TSR_index;
    if (!isListening) {
      isListening = true;
      keepRouterBelowDialogs();
      window.addEventListener('popstate', (event) => onPopState(event, routerIndex()), {
        capture: true,
      });
    }
    const closer = () => onBack();
    closers.push(closer);
    addEntry(routerIndex());
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      setTimeout(removeEntry, removalDelay);
    };
  }, [isOpen, routerHistory]);
}
