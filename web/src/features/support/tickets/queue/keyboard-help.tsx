import { useRef, useState } from 'react';
import { Popover } from 'radix-ui';
import { Keyboard } from 'lucide-react';
import { Button } from '../../../../components/ui/button';
import { Checkbox } from '../../../../components/ui/form/input';
import { turnKeys, useKeysOn } from './queue-keys';

const keys: [string[], string][] = [
  [['j', 'k'], 'Next and previous ticket; the arrow keys too, within the list'],
  [['Enter'], 'Open it'],
  [['x'], 'Choose it for acts on several'],
  [['/'], 'Search'],
  [['r'], 'Reply, on an open ticket'],
  [['?'], 'This list'],
];

/** The keys of the queue, behind a button: opened as it comes. */
export default function KeyboardHelp() {
  const [open, setOpen] = useState(true);
  const isOn = useKeysOn();
  // the key opens it from anywhere: Escape leads back there
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
            {keys.map(([names, what]) => (
              <div key={what} className="contents">
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
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-3 border-t pt-2 text-grid">
            <Checkbox
              label="Use single keys on this device"
              checked={isOn}
              onChange={(event) => turnKeys(event.target.checked)}
            />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
