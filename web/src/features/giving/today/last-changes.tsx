import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { BookChange, GivingToday } from '#libs/contracts';
import { DeletedMoney, Money } from '../../../components/ui/money';
import { formatMoment, formatRelative, plural } from '../../../lib/format';

type Change = NonNullable<GivingToday['changes']>[number];

const words: Record<BookChange, string> = {
  'donation.recorded': 'Gift recorded',
  'donation.corrected': 'Gift corrected',
  'donation.deleted': 'Gift deleted',
  'donation.restored': 'Gift restored',
  'import.committed': 'Import committed',
  'import.undone': 'Import undone',
};

/** The latest changes of giving, each with a link. */
export function LastChanges({ changes }: { changes: readonly Change[] }) {
  return (
    <div className="min-w-0">
      <h3 className="text-grid text-ink-2">Last changes</h3>
      {changes.length === 0 ? (
        <p className="mt-1.5 text-ink-2">
          Gifts and imports will be listed here as they are recorded.
        </p>
      ) : (
        <ul className="mt-1 divide-y">
          {changes.map((change) => (
            <li
              key={`${change.at} ${change.donationId ?? change.importId}`}
              className="flex items-start justify-between gap-4 py-2"
            >
              <span className="min-w-0">
                <Target change={change}>
                  {words[change.what]}
                  {change.whose && `: ${change.whose}`}
                </Target>
                <span className="block text-label text-ink-2">
                  {change.who} ·{' '}
                  <time dateTime={change.at} title={formatMoment(change.at)}>
                    {formatRelative(change.at)}
                  </time>
                </span>
              </span>
              <Figure {...change} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Target({
  change: { donationId, importId },
  children,
}: {
  change: Change;
  children: ReactNode;
}) {
  const look = 'block truncate font-medium text-accent underline-offset-4 hover:underline';
  if (donationId) {
    return (
      <Link to="/admin/member-donations" search={{ gift: donationId }} className={look}>
        {children}
      </Link>
    );
  }
  if (importId) {
    return (
      <Link to="/admin/donation-imports/$id" params={{ id: importId }} className={look}>
        {children}
      </Link>
    );
  }
  return <span className="block truncate font-medium">{children}</span>;
}

function Figure({ what, amount, becomes, donations }: Change) {
  if (amount === null) return null;
  return (
    <span className="shrink-0 text-right">
      {what === 'donation.deleted' || what === 'import.undone' ? (
        <DeletedMoney amount={amount} />
      ) : (
        <Money amount={becomes ?? amount} className="font-medium" />
      )}
      {becomes !== null && (
        <span className="block text-label text-ink-2">
          was <Money amount={amount} />
        </span>
      )}
      {donations !== null && (
        <span className="block text-label text-ink-2">{plural(donations, 'donation')}</span>
      )}
    </span>
  );
}
