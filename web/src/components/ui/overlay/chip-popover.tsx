import { type ReactElement, type ReactNode, useState } from 'react';
import { Popover } from 'radix-ui';
import { keepOpenForSuggestions } from '../../../lib/browser/escape-under-toast';

/** The popover of `FieldChip`, loaded on demand and opened when it is loaded. */
export default function ChipPopover({
  label,
  trigger,
  children,
}: {
  label: string;
  trigger: ReactElement;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(true);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onEscapeKeyDown={keepOpenForSuggestions}
          className="z-50 w-72 animate-fade rounded-lg bg-surface p-4 shadow-float outline-none"
        >
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
