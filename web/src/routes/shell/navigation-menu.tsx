import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '#libs/contracts';
import { inboxCountQuery } from '../../lib/queries/messages';
import { pendingPeopleQuery } from '../../lib/queries/people';
import { ticketCountQuery } from '../../lib/queries/ticket-count';
import { MenuIcon } from './menu-icon';
import { navigationOf } from './navigation';

const itemClass =
  'flex h-9 items-center gap-3 rounded-md px-3 text-ink-2 transition-colors ' +
  'duration-150 hover:bg-sunken hover:text-ink touch:h-11 ' +
  'data-[status=active]:bg-accent-soft data-[status=active]:font-medium ' +
  'data-[status=active]:text-accent';

/** The links of the sidebar and the drawer. */
export function NavigationMenu({
  user,
  inDrawer = false,
  onNavigate,
}: {
  user: User;
  inDrawer?: boolean;
  onNavigate?: () => void;
}) {
  return (
    <nav aria-label="Main" className="space-y-5">
      {navigationOf(user).map((section) => (
        <div key={section.title ?? 'member'}>
          {section.title && (
            <h2 className="mb-1.5 px-3 text-label font-medium text-ink-3">{section.title}</h2>
          )}
          <ul className="space-y-0.5">
            {section.items
              .filter((item) => !inDrawer || item.isSidebarOnly !== true)
              .map(({ to, title, label = title, waiting }) => (
                <li key={to}>
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
              ))}
          </ul>
        </div>
      ))}
    </nav>
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
