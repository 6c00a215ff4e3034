import type { ReactElement } from 'react';
import type { LucideIcon } from 'lucide-react';

/** An entry of a menu. */
export type MenuEntry =
  | { kind: 'item'; label: string; icon?: LucideIcon; danger?: boolean; onSelect: () => void }
  /** Leaves the page or starts a download. */
  | { kind: 'link'; label: string; icon?: LucideIcon; href: string; download?: boolean }
  /** One of several choices. */
  | { kind: 'choice'; label: string; value: string; chosen: boolean; onSelect: () => void }
  /** A checkbox. The menu stays open. */
  | { kind: 'check'; label: string; checked: boolean; onChange: (checked: boolean) => void }
  | { kind: 'label'; label: string }
  | { kind: 'separator' };

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
}
