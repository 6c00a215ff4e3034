import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell as BellIcon } from 'lucide-react';
import type { User } from '#libs/contracts';
import { buttonClass } from '../../components/ui/button';
import { unreadQuery } from '../../lib/queries/notifications';

/** The link to the notifications, with the number of unread ones. */
export function Bell({ user, className }: { user: User; className?: string }) {
  const { data } = useQuery({ ...unreadQuery, enabled: user.organizationId !== null });
  if (user.organizationId === null) return null;
  const count = data?.count ?? 0;
  return (
    <Link
      to="/notifications"
      className={buttonClass({
        variant: 'ghost',
        size: 'icon',
        className: ['relative', className],
      })}
    >
      <BellIcon aria-hidden className="size-5" />
      <span className="sr-only">Notifications{count > 0 && `, ${count} unread`}</span>
      {count > 0 && (
        <span
          aria-hidden
          className={
            'absolute top-0.5 right-0 min-w-4.5 rounded-full bg-accent px-1 text-center ' +
            'text-[11px] leading-4.5 font-semibold text-on-accent tabular-nums'
          }
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}
