import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';

/** The title of the start page for visitors. */
const portal = 'Members Portal';

/**
 * Sets the title of the window after each navigation, and moves the focus to the heading of the new
 * page, so that screen readers announce it.
 */
export function usePageChanges(churchName: string, isInside: boolean): void {
  const router = useRouter();
  useEffect(() => {
    const name = () => {
      const matches = router.state.matches;
      const missing = matches.some(
        (match) => match.status === 'notFound' || match._notFound === true,
      );
      const title = missing
        ? '404 Page Not Found'
        : matches.findLast((match) => match.staticData.title)?.staticData.title;
      // For a visitor, the path `/` is the landing page of the church.
      if (!isInside && !missing && router.state.location.pathname === '/')
        document.title = `${churchName} · ${portal}`;
      else document.title = title ? `${title} · ${churchName}` : churchName;
    };
    name();
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      name();
      if (!pathChanged || !fromLocation) return;
      // The code of the page may still be loading. Focus its heading as soon as it is rendered.
      const deadline = performance.now() + 3000;
      const focus = () => {
        const heading = document.querySelector<HTMLElement>('[data-page-heading]');
        if (heading) heading.focus({ preventScroll: true });
        else if (performance.now() < deadline) requestAnimationFrame(focus);
      };
      focus();
    });
  }, [router, churchName, isInside]);
}
