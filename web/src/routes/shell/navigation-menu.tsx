import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '#libs/contracts';
import { inboxCountQuery } from '../../lib/queries/messages';
import { pendingPeopleQuery } from '../../lib/queries/people';
import { ticketCountQuery } from '../../lib/queries/ticket-count';
import { MenuIcon } from './menu-icon';
import { navigationOf } from './navigation';

const itemClass =
  'flex h-9 items-center gap-3 rounded-md px-3 text-ink-2 transition-colors duration-150 hover:bg-sunken hover:text-ink touch:h-11 data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent';

/** The links of sidebar and drawer. */
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
                    {waiting === 'people' && <WaitingPeople />}
                    {waiting === 'messages' && <WaitingMessages />}
                    {waiting === 'tickets' && <WaitingTickets />}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** How many people wait for approval; nothing when nobody does. */
const WaitingPeople = () => (
  <Waiting count={useQuery(pendingPeopleQuery).data?.length ?? 0} word="waiting" />
);
/** How many messages the pastor has not read. */
const WaitingMessages = () => (
  <Waiting count={useQuery(inboxCountQuery).data?.count ?? 0} word="unread" />
);
/** How many tickets have something that the person has not seen. */
const WaitingTickets = () => (
  <Waiting count={useQuery(ticketCountQuery).data?.count ?? 0} word="unread" />
);

function Waiting({ count, word }: { count: number; word: string }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto min-w-5 rounded-full bg-hold-soft px-1.5 text-center text-label font-semibold text-hold tabular-nums">
      {count}
      <span className="sr-only"> {word}</span>
    </span>
  );
}
