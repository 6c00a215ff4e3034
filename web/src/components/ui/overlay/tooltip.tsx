import type { ReactElement } from 'react';
import { Slot } from '../slot';

/** Marks one element that can take the focus; `TooltipLayer` shows the text. The element needs a name besides. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return <Slot data-tip={text}>{children}</Slot>;
}
