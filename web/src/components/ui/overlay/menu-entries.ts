import type { ReactElement } from 'react';
import type { LucideIcon } from 'lucide-react';

/** What a menu can offer. */
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
