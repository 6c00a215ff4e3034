import { lazy, type ReactElement, Suspense, useState } from 'react';
import { type LucideIcon } from 'lucide-react';
import { Slot } from './slot';

export type MenuEntry =
  | { kind: 'item'; label: string; icon?: LucideIcon; danger?: boolean; onSelect: () => void }
  /** Leaves the page or starts a download. */
  | { kind: 'link'; label: string; icon?: LucideIcon; href: string; download?: boolean }
  /** One of several, chosen or not. */
  | { kind: 'choice'; label: string; value: string; chosen: boolean; onSelect: () => void }
  /** On or off; the menu stays open. */
  | { kind: 'check'; label: string; checked: boolean; onChange: (checked: boolean) => void }
  | { kind: 'label'; label: string }
  | { kind: 'separator' };

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
}

const load = () => import('./menu-open');
const OpenMenu = lazy(load);

/** A menu behind a button. Its code comes when the button is approached, not with the page. */
export function Menu({ trigger, entries, align = 'start' }: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const closed = (
    <Slot
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => {
        setWanted(true);
      }}
      onKeyDown={(event: React.KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        event.stopPropagation();
        setWanted(true);
      }}
    >
      {trigger}
    </Slot>
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} entries={entries} align={align} />
    </Suspense>
  );
}
