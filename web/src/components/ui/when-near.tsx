import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/** A root margin without the area that the bar at the bottom of an editor covers. */
const withoutActionBar = '0px 0px -80px';

/**
 * Shows the fallback until it is about to be scrolled into view, for code that most visits do not
 * need. With `orOnInteraction`, also until the first action of the user on the page.
 */
export function WhenNear({
  children,
  fallback,
  orOnInteraction = false,
}: {
  children: ReactNode;
  fallback: ReactNode;
  orOnInteraction?: boolean;
}) {
  const mark = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !mark.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: orOnInteraction ? withoutActionBar : '200px' },
    );
    watch.observe(mark.current);
    const showChildren = () => setIsNear(true);
    if (orOnInteraction)
      for (const act of interactionEvents) document.addEventListener(act, showChildren);
    return () => {
      watch.disconnect();
      for (const act of interactionEvents) document.removeEventListener(act, showChildren);
    };
  }, [isNear, orOnInteraction]);
  return isNear ? (
    <Suspense fallback={fallback}>{children}</Suspense>
  ) : (
    <div ref={mark}>{fallback}</div>
  );
}
