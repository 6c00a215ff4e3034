import { useState } from 'react';
import { Download } from 'lucide-react';
import type { DonationImport, ImportRow, RepairImportRows, RowState } from '#libs/contracts';
import { Button, buttonClass } from '../../../components/button';
import { Card } from '../../../components/card';
import { Tabs } from '../../../components/tabs';
import { formatCount } from '../../../lib/format';
import { useChangeImport } from './change-import';
import { ProblemRows, showAmount, showDate } from './problem-rows';
import { rowsHref } from './queries';

const shown: [RowState, string][] = [['new', 'New'], ['duplicate', 'Already here'], ['setAside', 'Set aside']];

/** The rows as they will be recorded, and those that will not. */
export function PreviewCard({ draft, isDraft }: { draft: DonationImport; isDraft: boolean }) {
  const change = useChangeImport(draft.id);
  const states = shown.filter(([state]) => draft.counts[state] > 0);
  const [chosen, setChosen] = useState<RowState>('new');
  const value = states.some(([state]) => state === chosen) ? chosen : (states[0]?.[0] ?? 'new');
  const repair = (body: RepairImportRows) => change.mutate({ what: 'rows', repair: body });
  if (states.length === 0) return null;
  return (
    <Card
      title="Rows"
      actions={
        draft.counts.setAside + draft.counts.rejected > 0 && (
          <a href={rowsHref(draft.id)} download className={buttonClass({ size: 'sm' })}>
            <Download aria-hidden className="size-4" />
            Rows left out
          </a>
        )
      }
    >
      <Tabs
        label="Rows by what becomes of them"
        value={value}
        onChange={setChosen}
        tabs={states.map(([state, label]) => ({
          value: state,
          label: `${label} (${formatCount(draft.counts[state])})`,
          panel: (
            <div className="pt-2">
              <ProblemRows importId={draft.id} options={{ state }}>
                {(row) => <PreviewRow row={row} amount={showAmount(row.values.amount, draft)} date={showDate(row.values.date, draft)} onTakeBack={isDraft && state !== 'new' ? () => repair({ rows: [row.row], action: 'accept' }) : undefined} takeBack={state === 'duplicate' ? 'Another gift' : 'Take back'} />}
              </ProblemRows>
            </div>
          ),
        }))}
      />
    </Card>
  );
}

interface PreviewRowProps {
  row: ImportRow;
  amount: string;
  date: string | undefined;
  onTakeBack: (() => void) | undefined;
  takeBack: string;
}

function PreviewRow({ row, amount, date, onTakeBack, takeBack }: PreviewRowProps) {
  const { values } = row;
  return (
    <div className="grid grid-cols-[3rem_1fr_auto] items-center gap-x-3 py-2 text-grid">
      <span className="text-ink-2 tabular-nums">{row.row}</span>
      <span className="min-w-0">
        <span className="block truncate font-medium">
          {row.donor?.name ?? values.name ?? values.email ?? 'Unidentified giver'}
          {row.donor?.kind === 'guest' && <span className="font-normal text-ink-2"> (guest)</span>}
        </span>
        <span className="block truncate text-label text-ink-2">
          {row.message ?? [date, values.paymentMethod, values.campaign, values.notes].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="flex items-center gap-3">
        <span className="text-right tabular-nums">{amount}</span>
        {onTakeBack && (
          <Button size="sm" variant="ghost" onClick={onTakeBack}>
            {takeBack}
          </Button>
        )}
      </span>
    </div>
  );
}
