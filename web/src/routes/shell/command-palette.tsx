import { type KeyboardEvent, useId, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { LogOut, type LucideIcon, Moon, Search, Sun } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { User } from '#libs/contracts';
import { overlayClass } from '../../components/dialog';
import { cn } from '../../lib/cn';
import { setTheme, useTheme } from '../../lib/theme';
import { navigationOf } from './navigation';

interface Command {
  label: string;
  group: string;
  icon: LucideIcon;
  run: () => void;
}

/** Ctrl/Cmd-K: type where to go. */
export default function CommandPalette({ user, onClose }: { user: User; onClose: () => void }) {
  const router = useRouter();
  const { dark } = useTheme();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);

  const commands: Command[] = [
    ...navigationOf(user).flatMap((section) =>
      section.items.map((item) => ({
        label: item.label,
        group: section.title ?? 'Go to',
        icon: item.icon,
        run: () => void router.navigate({ to: item.to }),
      })),
    ),
    { label: dark ? 'Light theme' : 'Dark theme', group: 'Actions', icon: dark ? Sun : Moon, run: () => setTheme(dark ? 'light' : 'dark') },
    { label: 'Logout', group: 'Actions', icon: LogOut, run: () => window.location.assign('/api/logout') },
  ];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter((command) => words.every((word) => `${command.label} ${command.group}`.toLowerCase().includes(word)));
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = found[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(found.length, 1));
    else if (event.key === 'ArrowUp') setActive((active - 1 + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter' && command) run(command);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content aria-describedby={undefined} className="fixed inset-x-4 top-[14vh] z-50 mx-auto max-w-lg overflow-hidden rounded-xl bg-surface shadow-float outline-none motion-safe:animate-rise">
          <Dialog.Title className="sr-only">Go to a page or do something</Dialog.Title>
          <div className="flex items-center gap-3 border-b px-4">
            <Search aria-hidden className="size-4.5 text-ink-3" />
            <input
              role="combobox"
              aria-expanded
              aria-controls={listId}
              aria-autocomplete="list"
              aria-label="Page or action"
              aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
              placeholder="Where to?"
              autoComplete="off"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setActive(0);
              }}
              onKeyDown={onKeyDown}
              className="h-13 w-full bg-transparent text-read outline-none"
            />
          </div>
          <ul id={listId} role="listbox" aria-label="Pages and actions" className="max-h-80 overflow-y-auto p-1.5">
            {found.map((command, index) => (
              <li
                key={command.label}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                onPointerMove={() => setActive(index)}
                onClick={() => run(command)}
                className={cn('flex h-10 cursor-default items-center gap-3 rounded-md px-3 touch:h-11', index === active && 'bg-sunken')}
              >
                <command.icon aria-hidden className="size-4 text-ink-3" />
                {command.label}
                <span className="ml-auto text-label text-ink-2">{command.group}</span>
              </li>
            ))}
          </ul>
          <p role="status" className={found.length === 0 ? 'px-4 pb-4 text-ink-2' : 'sr-only'}>
            {found.length === 0 ? 'Nothing by that name.' : ''}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
