import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, FileSpreadsheet, UsersRound } from 'lucide-react';
import { formatLong, yearOf } from '#libs/calendar';
import type { GivingToday } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Card } from '../../../components/ui/card';
import { Money } from '../../../components/ui/money';
import { ErrorState } from '../../../components/ui/states';
import { plural } from '../../../lib/format';
import { givingTodayQuery } from '../../../lib/queries/giving-today';
import { pendingPeopleQuery } from '../../../lib/queries/people';
import { LastChanges } from './last-changes';

const link = 'standalone-link font-medium text-accent underline-offset-4 hover:underline';

/**
 * The summary of giving for staff who manage or read it: the current month, open tasks, and the
 * latest changes.
 */
export function TodayCard({ mayApprove }: { mayApprove: boolean }) {
  const { data, error, refetch, isFetching } = useQuery(givingTodayQuery);
  if (!data)
    return (
      error && (
        <ErrorState
          title="Today’s figures could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )
    );
  return (
    <Card
      title="Today in the office"
      description={<span className="max-sm:hidden">{formatLong(data.date)}</span>}
      actions={
        data.changes ? (
          <Link to="/admin/member-donations" className={link}>
            See every gift
          </Link>
        ) : (
          <Link to="/admin/church-ledger" className={link}>
            Open the ledger
          </Link>
        )
      }
    >
      <div className="grid gap-4 sm:gap-8 lg:grid-cols-[2fr_3fr]">
        <div className="min-w-0 space-y-4 sm:space-y-5">
          <Month {...data} />
          {data.imports && <Waiting imports={data.imports} mayApprove={mayApprove} />}
        </div>
        {data.changes && (
          // On a phone, the last changes are hidden. The link "See every gift" above leads to them.
          <div className="min-w-0 max-sm:hidden">
            <LastChanges changes={data.changes} />
          </div>
        )}
      </div>
    </Card>
  );
}

function Month({ date, month, lastYear }: GivingToday) {
  const [name, day] = formatLong(date).replace(/,.*/, '').split(' ');
  const lastYearNumber = yearOf(date) - 1;
  const more = fromDecimal(month) - fromDecimal(lastYear.sameDays);
  return (
    <dl>
      <dt className="text-grid text-ink-2">Given in {name}</dt>
      <dd className="mt-1 text-figure font-semibold tracking-tight">
        <Money amount={month} figure />
      </dd>
      {lastYear.whole === '0.00' ? (
        <dd className="mt-1 text-ink-2">
          Nothing is on record for {name} {lastYearNumber}.
        </dd>
      ) : (
        <>
          <dd className="mt-1 text-ink-2">
            {more === 0n
              ? 'As much as'
              : `${formatUsd(more < 0n ? -more : more)} ${more < 0n ? 'less' : 'more'} than`}{' '}
            by {name} {day} last year
          </dd>
          <dd className="text-ink-2">
            All of {name} {lastYearNumber}: <Money amount={lastYear.whole} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Waiting({
  imports,
  mayApprove,
}: {
  imports: NonNullable<GivingToday['imports']>;
  mayApprove: boolean;
}) {
  const { data: people = [] } = useQuery({ ...pendingPeopleQuery, enabled: mayApprove });
  return (
    <div>
      <h3 className="text-grid text-ink-2">Waiting for you</h3>
      <ul className="mt-1.5 space-y-1.5">
        {people.length > 0 && (
          <li className="flex gap-2.5">
            <UsersRound aria-hidden className="mt-0.5 size-4 shrink-0 text-hold" />
            <Link to="/admin/user-approvals" className={link}>
              {plural(people.length, 'person waits', 'people wait')} for approval
            </Link>
          </li>
        )}
        {imports.map(({ id, fileName, status }) => (
          <li key={id} className="flex gap-2.5">
            <FileSpreadsheet aria-hidden className="mt-0.5 size-4 shrink-0 text-hold" />
            <span className="min-w-0 break-words">
              <Link to="/admin/donation-imports/$id" params={{ id }} className={link}>
                {status === 'failed' ? 'An import is not finished' : 'An import is to be checked'}
              </Link>
              <span className="block text-label text-ink-2">{fileName}</span>
            </span>
          </li>
        ))}
        {people.length + imports.length === 0 && (
          <li className="flex gap-2.5 text-ink-2">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            Nothing. All caught up.
          </li>
        )}
      </ul>
    </div>
  );
}
