import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

const begun = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/** What lies behind the bar of acts at the foot of an editor is not seen yet. */
const behindActs = '0px 0px -80px';

/** Shows the fallback until it is about to be scrolled into view: for code that most visits do not need. `orBegun`: or until somebody does anything. */
export function WhenNear({
  children,
  fallback,
  orBegun = false,
}: {
  children: ReactNode;
  fallback: ReactNode;
  orBegun?: boolean;
}) {
  const mark = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !mark.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: orBegun ? behindActs : '200px' },
    );
    watch.observe(mark.current);
    const begin = () => setNear(true);
    if (orBegun) for (const act of begun) document.addEventListener(act, begin);
    return () => {
      watch.disconnect();
      for (const act of begun) document.removeEventListener(act, begin);
    };
  }, [near, orBegun]);
  return near ? (
    <Suspense fallback={fallback}>{children}</Suspense>
  ) : (
    <div ref={mark}>{fallback}</div>
  );
}
