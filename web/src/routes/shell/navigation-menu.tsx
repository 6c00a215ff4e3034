import { memo, type ReactNode, useEffect, useId, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import type { Screen, User } from '#libs/contracts';
import { cn } from '../../lib/cn';
import { inboxCountQuery } from '../../lib/queries/messages';
import { pendingPeopleQuery } from '../../lib/queries/people';
import { ticketCountQuery } from '../../lib/queries/ticket-count';
import { useGroupExpansion } from './collapsed-groups';
import { MenuIcon } from './menu-icon';
import { navigationOf } from './navigation';

const itemClass =
  'flex h-9 scroll-my-2 items-center gap-3 rounded-md px-3 text-ink-2 transition-colors ' +
  'duration-150 hover:bg-sunken hover:text-ink touch:h-11 ' +
  'data-[status=active]:bg-accent-soft data-[status=active]:font-medium ' +
  'data-[status=active]:text-accent';

export interface NavigationMenuProps {
  user: User;
  inDrawer?: boolean;
  onNavigate?: () => void;
}

/**
 * The links of the sidebar and the drawer. The entry of the current page is always in sight.
 * Because of `memo`, the menu is not rendered again when only the shell around it changes.
 */
export const NavigationMenu = memo(function NavigationMenu({
  user,
  inDrawer = false,
  onNavigate,
}: NavigationMenuProps) {
  const nav = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    const link = nav.current?.querySelector('[aria-current=page]');
    return link ? showLink(link, inDrawer ? 'center' : 'nearest') : undefined;
  }, [pathname, inDrawer]);
  const itemsOf = (items: Screen[]) =>
    items
      .filter((item) => !inDrawer || item.isSidebarOnly !== true)
      .map((item) => <Entry key={item.to} screen={item} {...(onNavigate ? { onNavigate } : {})} />);
  return (
    <nav ref={nav} aria-label="Main" className="space-y-5">
      {navigationOf(user).map((section) => (
        <div key={section.title ?? 'member'}>
          {section.title && (
            <h2 className="mb-1.5 px-3 text-label font-medium text-ink-3">{section.title}</h2>
          )}
          {section.groups.map(({ title, items }) =>
            title ? (
              <Group key={title} title={title}>
                {itemsOf(items)}
              </Group>
            ) : (
              <ul key="all" className="space-y-0.5">
                {itemsOf(items)}
              </ul>
            ),
          )}
        </div>
      ))}
    </nav>
  );
});

/**
 * Scrolls a link into view if it is hidden, even partly. The observer knows that after the next
 * layout. To ask for the position at once would lay out the page twice in a first visit.
 * @returns a function that stops the observer
 */
function showLink(link: Element, block: ScrollLogicalPosition): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (entry && entry.intersectionRatio < 1) link.scrollIntoView({ block });
  });
  observer.observe(link);
  return () => observer.disconnect();
}

/**
 * A group that can be collapsed. The entry of the current page, and entries where something waits,
 * stay visible in a collapsed group.
 */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const [isExpanded, toggle] = useGroupExpansion(title);
  const id = useId();
  return (
    <>
      <h3>
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={toggle}
          className={
            'flex h-8 w-full items-center justify-between rounded-md px-3 text-grid ' +
            'font-semibold text-ink hover:bg-sunken touch:h-11'
          }
        >
          {title}
          <ChevronDown
            aria-hidden
            className={cn('size-4 text-ink-3 transition-transform', !isExpanded && '-rotate-90')}
          />
        </button>
      </h3>
      <ul
        id={id}
        aria-label={title}
        className={cn(
          'mb-1.5 space-y-0.5',
          !isExpanded && '[&>:not(:has([aria-current=page],[data-waiting]))]:hidden',
        )}
      >
        {children}
      </ul>
    </>
  );
}

function Entry({ screen, onNavigate }: { screen: Screen; onNavigate?: () => void }) {
  const { to, title, label = title, waiting } = screen;
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        className={itemClass}
        {...(onNavigate ? { onClick: onNavigate } : {})}
      >
        <MenuIcon to={to} className="size-4.5" />
        {label}
        {waiting === 'people' && <PendingUsersBadge />}
        {waiting === 'messages' && <UnreadMessagesBadge />}
        {waiting === 'tickets' && <UnreadTicketsBadge />}
      </Link>
    </li>
  );
}

/** The number of pending users; hidden at zero. */
const PendingUsersBadge = () => (
  <CountBadge count={useQuery(pendingPeopleQuery).data?.length ?? 0} word="waiting" />
);
/** The number of messages that the pastor has not read. */
const UnreadMessagesBadge = () => (
  <CountBadge count={useQuery(inboxCountQuery).data?.count ?? 0} word="unread" />
);
/** The number of tickets with something that the user has not seen. */
const UnreadTicketsBadge = () => (
  <CountBadge count={useQuery(ticketCountQuery).data?.count ?? 0} word="unread" />
);

function CountBadge({ count, word }: { count: number; word: string }) {
  if (count === 0) return null;
  return (
    <span
      data-waiting
      className={
        'ml-auto min-w-5 rounded-full bg-hold-soft px-1.5 text-center text-label ' +
        'font-semibold text-hold tabular-nums'
      }
    >
      {count}
      <span className="sr-only"> {word}</span>
    </span>
  );
}
