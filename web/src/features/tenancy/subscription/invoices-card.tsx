import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, CircleX, Download, Hourglass, Receipt } from 'lucide-react';
import { formatShort, todayIn } from '#libs/calendar';
import type { SubscriptionInvoice } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Badge } from '../../../components/ui/badge';
import { Button, buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { useBillingPortal } from './change-subscription';
import { invoicesQuery } from './queries';

const badges = {
  paid: { label: 'Paid', tone: 'good', icon: CircleCheck },
  open: { label: 'Due', tone: 'hold', icon: Hourglass },
  void: { label: 'Void', tone: 'neutral', icon: CircleSlash },
  uncollectible: { label: 'Not collected', tone: 'bad', icon: CircleX },
} as const;

/**
 * The invoices of Stripe, newest first.
 * @param hasEnded the subscription has ended, so this card has the only link to the card and
 * Stripe's pages
 */
export default function InvoicesCard({
  timeZone,
  hasEnded,
}: {
  timeZone: string;
  hasEnded: boolean;
}) {
  const query = useQuery(invoicesQuery);
  const portal = useBillingPortal();
  return (
    <Card
      title="Invoices"
      icon={<Receipt aria-hidden />}
      actions={
        hasEnded && (
          <Button
            pending={portal.isPending}
            pendingLabel="Opening…"
            onClick={() => portal.mutate()}
          >
            Card and Invoices
          </Button>
        )
      }
    >
      <QueryContent
        query={query}
        errorTitle="The invoices could not be loaded."
        placeholder={<SkeletonLines lines={4} />}
      >
        {(invoices) =>
          invoices.length > 0 ? (
            <Invoices invoices={invoices} timeZone={timeZone} />
          ) : (
            <p className="text-ink-2">The first invoice will be here once something was charged.</p>
          )
        }
      </QueryContent>
    </Card>
  );
}

function Invoices({ invoices, timeZone }: { invoices: SubscriptionInvoice[]; timeZone: string }) {
  const day = (instant: string) => formatShort(todayIn(timeZone, new Date(instant)));
  return (
    <table className="w-full text-grid">
      <thead className="text-left text-label text-ink-2">
        <tr className="border-b">
          <th scope="col" className="pr-2 pb-2 font-medium">
            Invoice
          </th>
          <th scope="col" className="px-2 pb-2 font-medium max-sm:hidden">
            Date
          </th>
          <th scope="col" className="px-2 pb-2 text-right font-medium">
            Amount
          </th>
          <th scope="col" className="px-2 pb-2 font-medium">
            Status
          </th>
          <th scope="col" className="pb-2 pl-2 text-right font-medium">
            File
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map(({ id, number, date, amount, status, pdfUrl, payUrl }) => (
          <tr key={id} className="border-b last:border-0">
            <th scope="row" className="py-2 pr-2 text-left font-medium wrap-anywhere">
              {number}
              <span className="block font-normal whitespace-nowrap text-ink-2 sm:hidden">
                {day(date)}
              </span>
            </th>
            <td className="px-2 py-2 whitespace-nowrap max-sm:hidden">{day(date)}</td>
            <td className="px-2 py-2 text-right whitespace-nowrap tabular-nums">
              {formatUsd(fromDecimal(amount))}
            </td>
            <td className="px-2 py-2">
              <span className="flex flex-wrap items-center gap-x-2">
                <Badge tone={badges[status].tone} icon={badges[status].icon}>
                  {badges[status].label}
                </Badge>
                {payUrl && (
                  <a
                    href={payUrl}
                    target="_blank"
                    rel="noreferrer"
                    className={buttonClass({ variant: 'link', size: 'inline' })}
                    aria-label={`Pay now: invoice ${number}`}
                  >
                    Pay now
                  </a>
                )}
              </span>
            </td>
            <td className="py-2 pl-2 text-right">
              {pdfUrl && (
                <a
                  href={pdfUrl}
                  target="_blank"
                  rel="noreferrer"
                  className={buttonClass({ variant: 'link', size: 'inline' })}
                  aria-label={`PDF of invoice ${number}`}
                >
                  <Download aria-hidden className="size-3.5 max-sm:hidden" />
                  PDF
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
