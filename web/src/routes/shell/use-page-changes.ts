import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';

/** Of the front door. */
const portal = 'Members Portal';

/** Document title after every navigation; the focus goes to the new page's heading, so that it is read out. */
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
      // what stands there depends on who looks: to whoever is signed out it is the church's front door
      if (!isInside && !missing && router.state.location.pathname === '/')
        document.title = `${churchName} · ${portal}`;
      else document.title = title ? `${title} · ${churchName}` : churchName;
    };
    name();
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      name();
      if (!pathChanged || !fromLocation) return;
      // The page's code may still be on its way: its heading takes the focus as soon as it is there.
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
