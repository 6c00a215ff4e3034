import { useEffect, useId, useRef, useState } from 'react';

const openAfter = 700;
/** Milliseconds in which moving from one element to the next opens its tooltip without a delay. */
const noDelayWithin = 300;

interface Shown {
  text: string;
  target: HTMLElement;
  left: number;
  top: number;
  below: boolean;
}

/**
 * The only tooltip of the page, rendered once in the shell. Escape closes it, and the pointer may
 * move onto it.
 */
export default function TooltipLayer() {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [tooltip, setTooltip] = useState<Shown | null>(null);

  useEffect(() => {
    let timer = 0;
    let closedAt = -Infinity;
    let target: HTMLElement | null = null;
    const open = (next: HTMLElement) => {
      const rect = next.getBoundingClientRect();
      const below = rect.top < 48;
      next.setAttribute('aria-describedby', id);
      const left = Math.max(90, Math.min(window.innerWidth - 90, rect.left + rect.width / 2));
      setTooltip({
        text: next.dataset.tip ?? '',
        target: next,
        left,
        top: below ? rect.bottom + 6 : rect.top - 6,
        below,
      });
    };
    const close = () => {
      window.clearTimeout(timer);
      if (!target) return;
      if (target.getAttribute('aria-describedby') === id) {
        target.removeAttribute('aria-describedby');
        closedAt = performance.now();
      }
      target = null;
      setTooltip(null);
    };
    const onOver = (event: Pick<Event, 'target' | 'type'>) => {
      const element = event.target as HTMLElement;
      if (box.current?.contains(element)) return;
      const next = element.closest<HTMLElement>('[data-tip]');
      if (next === target) return;
      close();
      if (!next) return;
      target = next;
      const isFocused = event.type === 'focusin';
      const opensAtOnce = isFocused || performance.now() - closedAt < noDelayWithin;
      if (isFocused && !next.matches(':focus-visible')) return;
      timer = window.setTimeout(
        () => {
          open(next);
        },
        opensAtOnce ? 0 : openAfter,
      );
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('focusin', onOver);
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', close, true);
    // The first element under the pointer caused this code to load; show its tooltip too.
    const first = document.querySelector('[data-tip]:hover, [data-tip]:focus-visible');
    if (first)
      onOver({ target: first, type: first.matches(':focus-visible') ? 'focusin' : 'pointerover' });
    return () => {
      close();
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('focusin', onOver);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', close, true);
    };
  }, [id]);

  if (!tooltip) return null;
  return (
    <div
      ref={box}
      id={id}
      role="tooltip"
      style={{
        left: tooltip.left,
        top: tooltip.top,
        transform: `translate(-50%, ${tooltip.below ? '0' : '-100%'})`,
      }}
      className={
        'fixed z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-label text-page ' + 'shadow-float'
      }
    >
      {tooltip.text}
    </div>
  );
}
