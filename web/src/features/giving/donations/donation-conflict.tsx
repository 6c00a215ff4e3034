import { formatShort } from '#libs/calendar';
import { type Donation, generalFund } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Button } from '../../../components/ui/button';
import { DialogBody, DialogFooter } from '../../../components/ui/overlay/dialog';
import { cn } from '../../../lib/cn';

export interface ConflictViewProps {
  current: Donation;
  mine: {
    amount: string;
    date: string;
    paymentMethod: string;
    campaign?: string | null | undefined;
    notes?: string | null | undefined;
  };
  pending: boolean;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

/** Both versions side by side; nothing is saved until the person chooses. */
export function ConflictView({
  current,
  mine,
  pending,
  onKeepTheirs,
  onUseMine,
}: ConflictViewProps) {
  const lines = [
    {
      label: 'Amount',
      theirs: formatUsd(fromDecimal(current.amount)),
      mine: formatUsd(fromDecimal(mine.amount)),
    },
    { label: 'Date', theirs: formatShort(current.date), mine: formatShort(mine.date) },
    { label: 'Payment method', theirs: current.paymentMethod, mine: mine.paymentMethod },
    { label: 'Campaign', theirs: current.campaign, mine: mine.campaign || generalFund },
    { label: 'Notes', theirs: current.notes ?? '–', mine: mine.notes ?? '–' },
  ];
  return (
    <>
      <DialogBody>
        <table className="w-full table-fixed border-separate border-spacing-0 text-grid">
          <thead>
            <tr className="text-left text-label text-ink-2">
              <th scope="col" className="w-1/4 border-b py-2 font-medium">
                <span className="sr-only">Field</span>
              </th>
              <th scope="col" className="border-b py-2 pr-3 font-medium">
                Saved now
              </th>
              <th scope="col" className="border-b py-2 font-medium">
                Yours
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => {
              const differs = line.theirs !== line.mine;
              return (
                <tr key={line.label} className={cn(differs ? 'bg-hold-soft' : 'text-ink-2')}>
                  <th scope="row" className="border-b py-2 pl-2 text-left font-normal">
                    {line.label}
                    {differs && <span className="sr-only"> (differs)</span>}
                  </th>
                  <td
                    className={cn(
                      'border-b py-2 pr-3 break-words tabular-nums',
                      differs && 'font-medium',
                    )}
                  >
                    {line.theirs}
                  </td>
                  <td
                    className={cn(
                      'border-b py-2 pr-2 break-words tabular-nums',
                      differs && 'font-medium',
                    )}
                  >
                    {line.mine}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <p className="text-ink-2">If you save yours, the other one stays in the history.</p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onKeepTheirs}>Keep the saved version</Button>
        <Button variant="primary" pending={pending} pendingLabel="Saving…" onClick={onUseMine}>
          Save my version
        </Button>
      </DialogFooter>
    </>
  );
}
