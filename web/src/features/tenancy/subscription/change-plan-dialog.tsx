import { useQuery } from '@tanstack/react-query';
import type { PlanPreview } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Alert } from '../../../components/ui/alert';
import { Confirm } from '../../../components/ui/overlay/dialog';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { explain } from '../../../lib/api';
import type { Choice } from './change-subscription';
import { previewQuery } from './queries';

interface ChangePlanDialogProps {
  choice: Choice;
  day: (instant: string) => string;
  pending: boolean;
  onConfirm: (prorationDate: number) => void;
  onClose: () => void;
}

/** Shows what another plan costs before it is chosen. */
export default function ChangePlanDialog({
  choice,
  day,
  pending,
  onConfirm,
  onClose,
}: ChangePlanDialogProps) {
  const {
    data: preview,
    error,
    refetch,
    isFetching,
  } = useQuery(previewQuery(choice.plan.id, choice.promoCode));
  const { plan } = choice;
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change to the ${plan.name} plan?`}
      description={
        preview
          ? `Nothing is charged today. The next payment is ${usd(preview.total)} on ` +
            `${day(preview.dueAt)}; after that it is ${usd(preview.monthly)} a month.`
          : 'Stripe is asked what it costs.'
      }
      cancel="Keep Plan"
      confirm={error ? 'Try Again' : `Change to ${plan.name}`}
      variant="primary"
      pending={pending || isFetching}
      pendingLabel={pending ? 'Changing…' : 'One moment…'}
      onConfirm={() => (preview ? onConfirm(preview.prorationDate) : void refetch())}
    >
      {preview && preview.lines.length > 1 && <PriceLines preview={preview} />}
      {!preview && error && <Alert>{explain(error)}</Alert>}
      {!preview && !error && <SkeletonLines lines={3} />}
    </Confirm>
  );
}

const usd = (decimal: string) => formatUsd(fromDecimal(decimal));

function PriceLines({ preview: { lines, total } }: { preview: PlanPreview }) {
  const sum = lines.reduce((all, { amount }) => all + fromDecimal(amount), 0n);
  const difference = fromDecimal(total) - sum;
  const rows = [
    ...lines.map(({ description, amount }) => ({ description, cents: fromDecimal(amount) })),
    ...(difference === 0n
      ? []
      : [{ description: difference < 0n ? 'Discount' : 'Credit that stays', cents: difference }]),
  ];
  return (
    <table className="w-full text-grid">
      <caption className="sr-only">The next payment</caption>
      <tbody>
        {rows.map(({ description, cents }, index) => (
          <tr key={index} className="border-b">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal text-ink-2">
              {description}
            </th>
            <td className="py-1.5 text-right align-top whitespace-nowrap tabular-nums">
              {formatUsd(cents)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="pt-2 pr-4 text-left font-medium">
            Next payment
          </th>
          <td className="pt-2 text-right font-medium tabular-nums">{usd(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
