import { useRef, useState } from 'react';
import { Popover } from 'radix-ui';
import { Keyboard } from 'lucide-react';
import { Button } from '../../../../components/ui/button';
import { Checkbox } from '../../../../components/ui/form/input';
import { setKeysOn, useKeysOn } from './queue-keys';

const keys: [string[], string][] = [
  [['j', 'k'], 'Next and previous ticket; the arrow keys too, within the list'],
  [['Enter'], 'Open it'],
  [['x'], 'Select it'],
  [['/'], 'Search'],
  [['r'], 'Reply, on an open ticket'],
  [['?'], 'This list'],
];

/** The list of keyboard shortcuts, loaded on demand and opened when it is loaded. */
export default function KeyboardHelp() {
  const [open, setOpen] = useState(true);
  const isOn = useKeysOn();
  // The key opens the list from anywhere. Escape returns the focus there.
  const from = useRef<Element>(null);
  const isEscaped = useRef(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button variant="ghost" size="sm" data-keyboard-help>
          <Keyboard aria-hidden className="size-4" />
          Keyboard
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Keyboard"
          className="z-50 w-80 animate-fade rounded-lg bg-surface p-4 shadow-float outline-none"
          onOpenAutoFocus={() => {
            from.current = document.activeElement;
            isEscaped.current = false;
          }}
          onEscapeKeyDown={() => {
            isEscaped.current = true;
          }}
          onCloseAutoFocus={(event) => {
            if (
              !isEscaped.current ||
              !(from.current instanceof HTMLElement) ||
              from.current === document.body ||
              !from.current.isConnected
            )
              return;
            event.preventDefault();
            from.current.focus();
          }}
        >
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-grid">
            {keys.map(([names, description]) => (
              <div key={description} className="contents">
                <dt className="flex gap-1">
                  {names.map((name) => (
                    <kbd
                      key={name}
                      className="rounded-sm border px-1.5 font-sans text-label text-ink-2"
                    >
                      {name}
                    </kbd>
                  ))}
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-3 border-t pt-2 text-grid">
            <Checkbox
              label="Use single keys on this device"
              checked={isOn}
              onChange={(event) => setKeysOn(event.target.checked)}
            />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
