import type { ReactElement } from 'react';
import { Slot } from '../slot';

/**
 * Marks an element that can be focused. `TooltipLayer` shows the text. The element also needs an
 * accessible name.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return <Slot data-tip={text}>{children}</Slot>;
}
