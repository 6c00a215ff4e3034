import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CircleOff, HandCoins, Pencil, Undo2 } from 'lucide-react';
import { formatLong } from '#libs/calendar';
import { type Gift, may, type Ticket, type User } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Badge } from '../../../components/ui/badge';
import { buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Money } from '../../../components/ui/money';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { ErrorState } from '../../../components/ui/states';
import { formatMoment, formatRelative } from '../../../lib/format';
import { ticketGiftQuery } from '../../../lib/queries/tickets';
import { giftDifferences, lastKnown } from './gift-changes';
import { aboutGift } from './words';

/**
 * The donation that a ticket is about, for its giver and for users who manage donations. Other
 * users only learn that there is one.
 */
export function GiftCard({ ticket, user }: { ticket: Ticket; user: User }) {
  const isKeeper = may(user, 'donation.manage');
  const isShown = isKeeper || ticket.createdBy === user.id;
  return (
    <Card title={aboutGift} icon={<HandCoins aria-hidden />}>
      {isShown ? (
        <GiftFacts ticketId={ticket.id} isKeeper={isKeeper} />
      ) : (
        <p className="-mt-3 text-ink-2">Only the giver and the bookkeeper can see the amount.</p>
      )}
    </Card>
  );
}

function GiftFacts({ ticketId, isKeeper }: { ticketId: string; isKeeper: boolean }) {
  const { data, error, refetch, isFetching } = useQuery(ticketGiftQuery(ticketId));
  if (error && !data)
    return (
      <ErrorState
        title="The gift could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data) return <SkeletonLines lines={2} />;
  const now = lastKnown(data);
  const isGone = data.state === 'deleted' || data.state === 'moved';
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {isGone ? (
              <del className="text-figure text-ink-2">{formatUsd(fromDecimal(now.amount))}</del>
            ) : (
              <Money amount={now.amount} figure className="text-figure" />
            )}
            <StateBadge state={data.state} />
          </p>
          <p className="mt-1 text-ink-2">
            {[now.donorName, formatLong(now.date), now.campaign, now.paymentMethod]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {isKeeper && data.donationId !== null && data.state !== 'deleted' && (
          <Link
            to="/admin/member-donations"
            search={{
              open: data.donationId,
              year: Number(now.date.slice(0, 4)),
              ...(now.donorName === null ? {} : { search: now.donorName }),
            }}
            className={buttonClass()}
          >
            <Pencil aria-hidden className="size-4" />
            Correct this gift
          </Link>
        )}
      </div>
      {data.changes.length > 1 && <Changes gift={data} />}
    </div>
  );
}

function StateBadge({ state }: { state: Gift['state'] }) {
  if (state === 'corrected')
    return (
      <Badge tone="good" icon={Pencil}>
        Corrected
      </Badge>
    );
  if (state === 'deleted')
    return (
      <Badge tone="bad" icon={CircleOff}>
        Deleted
      </Badge>
    );
  return state === 'moved' ? (
    <Badge tone="hold" icon={Undo2}>
      Somebody else’s
    </Badge>
  ) : null;
}

const titles = {
  recorded: 'Recorded',
  corrected: 'Corrected',
  voided: 'Deleted: it does not count anymore',
  restored: 'Restored: it counts again',
  moved: 'This gift turned out to be someone else’s, so it’s no longer in your giving',
} as const;

/** The history of the donation with old and new values, the oldest change first. */
function Changes({ gift }: { gift: Gift }) {
  return (
    <ol aria-label="What was changed" className="space-y-3 border-t pt-4">
      {gift.changes.slice(1).map((change, index) => (
        <li key={change.when + change.what}>
          <p>
            <span className="font-medium">{titles[change.what]}</span>
            <span className="text-ink-2">
              {change.who !== null && ` by ${change.who}`} ·{' '}
              <time dateTime={change.when} title={formatMoment(change.when)}>
                {formatRelative(change.when)}
              </time>
            </span>
          </p>
          <dl className="mt-1 space-y-1 text-grid">
            {giftDifferences(gift.changes[index]!, change).map(({ label, before, after }) => (
              <div key={label} className="flex flex-wrap items-center gap-x-2 tabular-nums">
                <dt className="text-ink-2">{label}</dt>
                <dd className="flex flex-wrap items-center gap-x-2">
                  <del className="text-ink-2">{before}</del>
                  <ArrowRight aria-label="became" className="size-3.5 text-ink-3" />
                  <ins className="font-medium no-underline">{after}</ins>
                </dd>
              </div>
            ))}
          </dl>
          {change.why && (
            <p className="mt-1 border-l-2 pl-3 text-grid text-ink-2">“{change.why}”</p>
          )}
        </li>
      ))}
    </ol>
  );
}
