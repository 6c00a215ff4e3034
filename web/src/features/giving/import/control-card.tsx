import { useState } from 'react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { DonationImport, ImportControl } from '#libs/contracts';
import { formatUsd, fromDecimal, parseMoney } from '#libs/money';
import { Card } from '../../../components/ui/card';
import { Field } from '../../../components/ui/form/field';
import { MoneyInput } from '../../../components/ui/form/money-input';
import { Money } from '../../../components/ui/money';
import { formatCount, plural } from '../../../lib/format';

type Line = ImportControl['lines'][number];

const results: Record<Line['what'], string> = {
  recorded: 'Will be recorded',
  duplicate: 'Already recorded',
  leftOut: 'Skipped',
  held: 'Needs review',
  rejected: 'With errors',
  unreadable: 'Could not be read',
  total: 'Totals and titles, not counted',
};

/** The label of the recorded rows. Those of an undone import are no longer recorded. */
const recordedLabels: Partial<Record<DonationImport['status'], string>> = {
  committed: 'Recorded',
  undone: 'Undone',
};

/**
 * The control total of the file: what becomes of each row, to compare with the statement of the
 * giving service.
 */
export function ControlCard({ draft: { control, status, mapping } }: { draft: DonationImport }) {
  if (!control) return null;
  const { file, gross, refunds, fees, net, recorded, lines, payouts } = control;
  const recordedLabel = recordedLabels[status];
  const refundsText = isZero(refunds) ? '' : `, of which ${usd(refunds)} was refunded`;
  const feesText = isZero(fees) ? '' : `, fees of ${usd(fees)}`;
  return (
    <Card
      title="Control total"
      description={
        `In the file: ${plural(file.rows, 'row')} with ${usd(file.amount)}. Gifts of ` +
        `${usd(gross)}${refundsText}${feesText}: net ${usd(net)}.`
      }
    >
      {mapping?.numbers === 'unused' && (
        <p className="mb-4 text-grid text-ink-2">
          The transaction numbers of this file are not used, because they do not tell gifts apart.
        </p>
      )}
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <table role="table" className="w-full self-start text-grid max-sm:block">
          <caption className="sr-only">Each row of the file is counted once</caption>
          <thead role="rowgroup" className="text-label text-ink-2 max-sm:block">
            <tr role="row" className={`${stackedRow} border-b`}>
              {['Result', 'Rows', 'Amount', recordedLabel ?? 'To record'].map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  role="columnheader"
                  className={`${stackedCells[index]} font-medium`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="divide-y max-sm:block">
            {lines.map((line) => (
              <ControlRow
                key={`${line.what} ${line.why}`}
                label={(line.what === 'recorded' && recordedLabel) || results[line.what]}
                isStrong={line.what === 'recorded'}
                {...line}
              />
            ))}
          </tbody>
          <tfoot role="rowgroup" className="border-t-2 max-sm:block">
            <ControlRow label="The whole file" isStrong {...file} recorded={recorded} />
          </tfoot>
        </table>
        <Statement control={control} />
      </div>
      {payouts.length > 0 && <Payouts payouts={payouts} />}
    </Card>
  );
}

/**
 * In a narrow window the amounts of a row are below its name, because there is no space next to it.
 * Elements with another `display` than that of a table need explicit roles.
 */
const stackedRow = 'max-sm:flex max-sm:flex-wrap max-sm:py-2';
const stackedCells = [
  'text-left max-sm:basis-3/4 sm:py-2 sm:pr-3',
  'text-right max-sm:basis-1/4 sm:py-2 sm:pl-3',
  'text-right max-sm:basis-1/2 sm:py-2 sm:pl-3',
  'text-right max-sm:basis-1/2 sm:py-2 sm:pl-3',
] as const;

interface ControlRowProps {
  label: string;
  /** Whether the row is the recorded total or the sum of all. */
  isStrong: boolean;
  why?: string;
  rows: number;
  amount: string;
  recorded: string;
}

function ControlRow({ label, isStrong, why, rows, amount, recorded }: ControlRowProps) {
  const [name, count, inFile, asGift] = stackedCells;
  return (
    <tr role="row" className={stackedRow}>
      <th scope="row" role="rowheader" className={`${name} font-normal`}>
        <span className={isStrong ? 'font-semibold' : 'font-medium'}>{label}</span>
        {why && <span className="block text-label break-words text-ink-2">{why}</span>}
      </th>
      <td role="cell" className={`${count} whitespace-nowrap text-ink-2 tabular-nums`}>
        {formatCount(rows)}
      </td>
      <td role="cell" className={inFile}>
        <Money amount={amount} />
      </td>
      <td role="cell" className={asGift}>
        <Money amount={recorded} className={isStrong ? 'font-semibold' : ''} />
      </td>
    </tr>
  );
}

const usd = (amount: string) => formatUsd(fromDecimal(amount));
const isZero = (amount: string) => fromDecimal(amount) === 0n;

/**
 * Lets the treasurer enter the total of a statement, and compares it with the totals of the file.
 */
function Statement({ control }: { control: ImportControl }) {
  const { file, gross, refunds, net, recorded } = control;
  const [text, setText] = useState('');
  const parsed = parseMoney(text);
  const figures = [
    ['what will be recorded', fromDecimal(recorded)],
    ['the amounts in the file', fromDecimal(file.amount)],
    ['the net amount', fromDecimal(net)],
    ['all gifts', fromDecimal(gross)],
    ['gifts less refunds', fromDecimal(gross) - fromDecimal(refunds)],
  ] as const;
  const matching = parsed.ok ? figures.filter(([, cents]) => cents === parsed.cents) : [];
  return (
    <div>
      <Field
        label="Total on the service’s statement"
        optional
        help="Enter the total on your statement to compare."
      >
        {(control) => (
          <MoneyInput {...control} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <div role="status" className="mt-2 text-grid">
        {parsed.ok &&
          (matching.length > 0 ? (
            <p className="flex gap-1.5 text-good">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
              The same as {matching[0]![0]}.
            </p>
          ) : (
            <div className="flex gap-1.5">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-hold" />
              <div>
                <p>It differs:</p>
                <ul>
                  {figures.slice(0, 4).map(([label, cents]) => (
                    <li key={label} className="text-ink-2">
                      by <Money amount={parsed.cents - cents} /> from {label}, {formatUsd(cents)}
                    </li>
                  ))}
                </ul>
              </div>
            </div>
          ))}
      </div>
    </div>
  );
}

function Payouts({ payouts }: { payouts: ImportControl['payouts'] }) {
  return (
    <details className="mt-5">
      <summary className="cursor-pointer text-grid font-medium">
        By payout or batch ({formatCount(payouts.length)})
      </summary>
      <div
        className="mt-2 overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label="By payout or batch"
      >
        <table className="w-full min-w-lg text-grid">
          <thead>
            <tr className="border-b text-left text-label text-ink-2">
              <th scope="col" className="py-2 pr-3 font-medium">
                Payout
              </th>
              {['Rows', 'Gifts', 'Refunded', 'Fees', 'Net'].map((head) => (
                <th key={head} scope="col" className="py-2 pl-3 text-right font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {payouts.map(({ payout, rows, gross, refunds, fees, net }) => (
              <tr key={payout}>
                <th scope="row" className="py-2 pr-3 text-left font-normal break-all">
                  {payout}
                </th>
                <td className="py-2 pl-3 text-right tabular-nums">{formatCount(rows)}</td>
                {[gross, refunds, fees, net].map((amount, index) => (
                  <td key={index} className="py-2 pl-3 text-right">
                    <Money amount={amount} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
