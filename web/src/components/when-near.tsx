import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** Shows the fallback until it is about to be scrolled into view: for code that most visits do not need. */
export function WhenNear({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const mark = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !mark.current) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true);
    }, { rootMargin: '200px' });
    watch.observe(mark.current);
    return () => {
      watch.disconnect();
    };
  }, [near]);
  return near ? <Suspense fallback={fallback}>{children}</Suspense> : <div ref={mark}>{fallback}</div>;
}
