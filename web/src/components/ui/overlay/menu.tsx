import { lazy, Suspense, useState } from 'react';
import type { MenuProps } from './menu-entries';
import { Slot } from '../slot';

const load = () => import('./menu-open');
const OpenMenu = lazy(load);

/** A menu behind a button. Its code is loaded when the pointer or the focus reaches the button. */
export function Menu({ trigger, entries, align = 'start' }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<false | 'by pointer' | 'by key'>(false);
  const closed = (
    <Slot
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={({ detail }: React.MouseEvent) => {
        setOpenedBy(detail === 0 ? 'by key' : 'by pointer');
      }}
      onKeyDown={(event: React.KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        event.stopPropagation();
        setOpenedBy('by key');
      }}
    >
      {trigger}
    </Slot>
  );
  if (!openedBy) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} entries={entries} align={align} byKey={openedBy === 'by key'} />
    </Suspense>
  );
}
