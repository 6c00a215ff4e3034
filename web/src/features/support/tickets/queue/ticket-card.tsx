import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { HandCoins, Hourglass, Paperclip } from 'lucide-react';
import type { Ticket } from '#libs/contracts';
import { cardLinkClass } from '../../../../components/content/media-card';
import { cn } from '../../../../lib/cn';
import { formatDay, formatMoment } from '../../../../lib/format';
import { statusColours, statusLooks } from '../looks';
import { PriorityBadge, StatusBadge } from '../ticket-badges';
import { aboutGift, categoryLabels, nameOf } from '../words';

export interface TicketCardProps {
  ticket: Ticket;
  /** Show the assignee and whether the creator is waiting, for users who answer. */
  canAnswer: boolean;
  /** The checkbox that selects the ticket. */
  checkbox?: ReactNode;
  isChosen: boolean;
  glows: boolean;
}

/** A ticket in a list. The whole card is a link. */
export function TicketCard({ ticket, canAnswer, checkbox, isChosen, glows }: TicketCardProps) {
  const {
    id,
    subject,
    description,
    category,
    priority,
    status,
    createdAt,
    isUnread,
    isWaiting,
    organizationName,
    attachments,
  } = ticket;
  const { icon: Icon } = statusLooks[status];
  return (
    <li
      className={cn(
        'relative flex scroll-mt-20 scroll-mb-36 gap-3 rounded-lg border bg-surface p-4 ' +
          'transition-colors duration-150 focus-within:border-line-strong ' +
          'hover:border-line-strong',
        isChosen && 'outline-2 outline-accent',
        glows && 'animate-glow',
      )}
    >
      {checkbox && <div className="relative z-10 -mt-1.5 -mb-1 -ml-2">{checkbox}</div>}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <h2 className="flex min-w-0 flex-1 basis-56 items-start gap-2 text-body">
            <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', statusColours[status])} />
            <span className="min-w-0">
              <Link
                to="/support/$id"
                params={{ id }}
                data-ticket={id}
                className={cn(
                  'break-words',
                  isUnread ? 'font-semibold' : 'font-medium',
                  cardLinkClass,
                )}
              >
                {subject}
              </Link>
              {isUnread && (
                <span className="ml-2 inline-block size-2 rounded-full bg-accent align-[1px]">
                  <span className="sr-only">Unread</span>
                </span>
              )}
            </span>
          </h2>
          <div className="flex shrink-0 gap-1.5">
            <PriorityBadge priority={priority} />
            <StatusBadge status={status} />
          </div>
        </div>
        <p className="mt-1 line-clamp-2 prose-width break-words text-ink-2">{description}</p>
        <p
          className={
            'mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-ink-2 ' +
            'tabular-nums [&_svg]:mr-1 [&_svg]:inline [&_svg]:size-3.5 [&_svg]:align-[-3px]'
          }
        >
          {organizationName !== null && (
            <span className="font-medium text-ink">{organizationName}</span>
          )}
          <span>#{id}</span>
          <span>{categoryLabels[category]}</span>
          <span>
            Created{' '}
            <time dateTime={createdAt} title={formatMoment(createdAt)}>
              {formatDay(createdAt)}
            </time>
          </span>
          {canAnswer && (
            <span>
              {ticket.assignedTo === null ? 'Unassigned' : `Assigned to ${nameOf(ticket.assignee)}`}
            </span>
          )}
          {ticket.aboutGift && (
            <span>
              <HandCoins aria-hidden />
              {aboutGift}
            </span>
          )}
          {attachments.length > 0 && (
            <span>
              <Paperclip aria-hidden />
              {attachments.length}
              <span className="sr-only"> attached</span>
            </span>
          )}
          {canAnswer && isWaiting && (
            <span className="font-medium text-hold">
              <Hourglass aria-hidden />
              Waits for an answer
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
