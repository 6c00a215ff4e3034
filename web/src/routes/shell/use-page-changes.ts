import { useEffect } from 'react';
import { noop } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';

/** The title of the start page for visitors. */
const visitorTitle = 'Members Portal';

/** What the title of the window depends on besides the route. */
export interface PageTitleOptions {
  churchName: string;
  isInside: boolean;
  /** The title of the page that is shown on every path of the portal host; null on other hosts. */
  onlyTitle: string | null;
}

/**
 * Sets the title of the window after each navigation, and moves the focus to the heading of the new
 * page, so that screen readers announce it.
 */
export function usePageChanges({ churchName, isInside, onlyTitle }: PageTitleOptions): void {
  const router = useRouter();
  useEffect(() => {
    const setTitle = () => {
      document.title = titleOf(router, { churchName, isInside, onlyTitle });
    };
    setTitle();
    return router.subscribe('onRendered', setTitle);
  }, [router, churchName, isInside, onlyTitle]);
  useEffect(() => {
    let stopWaiting: () => void = noop;
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return;
      stopWaiting();
      stopWaiting = focusHeadingWhenRendered();
    });
    return () => {
      unsubscribe();
      stopWaiting();
    };
  }, [router]);
}

function titleOf(
  { state: { matches, location } }: AnyRouter,
  { churchName, isInside, onlyTitle }: PageTitleOptions,
): string {
  if (onlyTitle !== null) return `${onlyTitle} · ${churchName}`;
  const isMissing = matches.some(
    (match) => match.status === 'notFound' || match._notFound === true,
  );
  if (isMissing) return `404 Page Not Found · ${churchName}`;
  // For a visitor, the path `/` is the landing page of the church.
  if (!isInside && location.pathname === '/') return `${churchName} · ${visitorTitle}`;
  const title = matches.findLast((match) => match.staticData.title)?.staticData.title;
  return title ? `${title} · ${churchName}` : churchName;
}

/**
 * Focuses the heading of the page, however late its code arrives, unless the user focuses something
 * before.
 * @returns a function that ends the waiting
 */
function focusHeadingWhenRendered(): () => void {
  const focus = () => {
    const heading = document.querySelector<HTMLElement>('[data-page-heading]');
    heading?.focus({ preventScroll: true });
    return heading !== null;
  };
  if (focus()) return noop;
  const observer = new MutationObserver(() => {
    if (focus()) stop();
  });
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('focusin', stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', stop);
  return stop;
}
