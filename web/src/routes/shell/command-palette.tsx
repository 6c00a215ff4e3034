import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  BookOpen,
  BookOpenText,
  CalendarDays,
  CircleUserRound,
  LogOut,
  Megaphone,
  Mic,
  Moon,
  Plus,
  ScrollText,
  Search,
  Sparkles,
  Sun,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { matchesSearch, may, searchWords, type SearchResult, type User } from '#libs/contracts';
import { overlayClass } from '../../components/ui/overlay/dialog';
import { api } from '../../lib/api';
import { cn } from '../../lib/cn';
import { useCloseOnBack } from '../../lib/browser/use-close-on-back';
import { useDialogFocus } from '../../lib/browser/use-dialog-focus';
import { setTheme, useTheme } from '../../lib/browser/theme';
import { paletteActions } from './palette-actions';
import { MenuIcon } from './menu-icon';
import { navigationOf } from './navigation';

interface Command {
  key: string;
  label: string;
  group: string;
  icon: ReactNode;
  run: () => void;
}

const iconClass = 'size-4 text-ink-3';

/** Kinds of search results of the server. The client finds screens itself. */
const kinds: Partial<Record<SearchResult['kind'], { group: string; icon: ReactNode }>> = {
  person: { group: 'People', icon: <CircleUserRound aria-hidden className={iconClass} /> },
  resource: { group: 'Resources', icon: <BookOpen aria-hidden className={iconClass} /> },
  sermon: { group: 'Sermons', icon: <Mic aria-hidden className={iconClass} /> },
  event: { group: 'Events', icon: <CalendarDays aria-hidden className={iconClass} /> },
  nugget: { group: 'Nuggets', icon: <Sparkles aria-hidden className={iconClass} /> },
  announcement: { group: 'Announcements', icon: <Megaphone aria-hidden className={iconClass} /> },
  study: { group: 'Bible studies', icon: <ScrollText aria-hidden className={iconClass} /> },
  brother: {
    group: 'Brothers in Christ',
    icon: <BookOpenText aria-hidden className={iconClass} />,
  },
};

/**
 * The command palette (Ctrl/Cmd-K): the user types the name of a screen, person, item or action.
 */
export default function CommandPalette({ user, onClose }: { user: User; onClose: () => void }) {
  const router = useRouter();
  const focus = useDialogFocus('input');
  const { dark } = useTheme();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const query = useDeferredValue(text.trim());
  const { data: foundItems } = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => api('/api/search', { query: { q: query }, signal }),
    enabled: query.length > 1 && user.organizationId !== null,
    refetchInterval: false,
  });

  const commands: Command[] = [
    ...navigationOf(user).flatMap((section) =>
      section.groups
        .flatMap(({ items }) => items)
        .map((item) => ({
          key: item.to,
          label: item.label ?? item.title,
          group: section.title ?? 'Go to',
          icon: <MenuIcon to={item.to} className={iconClass} />,
          run: () => void router.navigate({ to: item.to }),
        })),
    ),
    ...paletteActions
      .filter(({ action }) => may(user, action))
      .map(({ label, to, dialog }) => ({
        key: label,
        label,
        group: 'Actions',
        icon: <Plus aria-hidden className={iconClass} />,
        // Keep the filters if the user is already on the page.
        run: () =>
          void router.navigate({
            to,
            ...(router.state.location.pathname === to ? { search: true } : {}),
            state: dialog ? { dialog } : {},
          }),
      })),
    {
      key: 'theme',
      label: dark ? 'Light theme' : 'Dark theme',
      group: 'Actions',
      icon: dark ? (
        <Sun aria-hidden className={iconClass} />
      ) : (
        <Moon aria-hidden className={iconClass} />
      ),
      run: () => setTheme(dark ? 'light' : 'dark'),
    },
    {
      key: 'logout',
      label: 'Logout',
      group: 'Actions',
      icon: <LogOut aria-hidden className={iconClass} />,
      run: () => window.location.assign('/api/logout'),
    },
  ];
  const words = searchWords(text);
  const matchingCommands: Command[] = [
    ...commands.filter((command) => matchesSearch(words, [command.label, command.group])),
    ...(words.length === 0 ? [] : (foundItems ?? [])).flatMap(({ kind, id, title, to }) => {
      const kindDetails = kinds[kind];
      return kindDetails
        ? [
            {
              key: id,
              label: title,
              ...kindDetails,
              run: () =>
                void router.navigate({ href: to, state: kind === 'person' ? { openId: id } : {} }),
            },
          ]
        : [];
    }),
  ];
  useCloseOnBack(true, onClose);
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = matchingCommands[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(matchingCommands.length, 1));
    else if (event.key === 'ArrowUp')
      setActive((active - 1 + matchingCommands.length) % Math.max(matchingCommands.length, 1));
    else if (event.key === 'Enter' && command) run(command);
    // Radix handles Escape only a moment after the field has received the focus.
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          className={
            'fixed inset-x-4 top-[14vh] z-50 mx-auto max-w-lg overflow-hidden rounded-xl ' +
            'bg-surface shadow-float outline-none motion-safe:animate-rise'
          }
        >
          <Dialog.Title className="sr-only">Go to a page or do something</Dialog.Title>
          <div className="flex items-center gap-3 border-b px-4">
            <Search aria-hidden className="size-4.5 text-ink-3" />
            <input
              role="combobox"
              aria-expanded
              aria-controls={listId}
              aria-autocomplete="list"
              aria-label="Page, action or thing"
              aria-activedescendant={matchingCommands[active] ? `${listId}-${active}` : undefined}
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
          <ul
            id={listId}
            role="listbox"
            aria-label="Pages, actions and things"
            className="max-h-80 overflow-y-auto p-1.5"
          >
            {matchingCommands.map((command, index) => (
              <li
                key={command.key}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                onPointerMove={() => setActive(index)}
                onClick={() => run(command)}
                className={cn(
                  'flex h-10 cursor-default items-center gap-3 rounded-md px-3 touch:h-11',
                  index === active && 'bg-sunken',
                )}
              >
                {command.icon}
                <span className="min-w-0 truncate">{command.label}</span>
                <span className="ml-auto shrink-0 text-label text-ink-2">{command.group}</span>
              </li>
            ))}
          </ul>
          <p
            role="status"
            className={matchingCommands.length === 0 ? 'px-4 pb-4 text-ink-2' : 'sr-only'}
          >
            {matchingCommands.length === 0 ? 'Nothing by that name.' : ''}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
