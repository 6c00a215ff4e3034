import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is being printed: then all rows must be in the document, at once. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const start = () => {
      flushSync(() => {
        setPrinting(true);
      });
    };
    const end = () => {
      setPrinting(false);
    };
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
