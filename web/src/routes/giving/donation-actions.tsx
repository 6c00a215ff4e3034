import { useRouter } from '@tanstack/react-router';
import { Download, Ellipsis, FileDown, Plus, Printer, Upload, UserPlus } from 'lucide-react';
import { formatShort } from '#libs/calendar';
import type { Donation, TableFormat } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Button } from '../../components/ui/button';
import { Menu } from '../../components/ui/overlay/menu';
import type { DonationFilters } from '../../features/giving/donations/queries';

export type OpenDialog =
  | { kind: 'add' | 'guest' }
  | { kind: 'edit' | 'void'; donation: Donation }
  | null;

export function Actions({
  onOpenDialog,
  onPrint,
  fileOf,
}: {
  onOpenDialog: (dialog: OpenDialog) => void;
  onPrint: () => void;
  /** Returns the address of the file with the donations that the filters find. */
  fileOf: (format: TableFormat) => string;
}) {
  // The import wizard is a route of its own. If the route does not exist, the link is not shown.
  const wizard = '/admin/donation-imports';
  const router = useRouter();
  const hasWizard = wizard in router.routesByPath;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button data-narrow size="icon" aria-label="More">
            <Ellipsis aria-hidden className="size-4" />
          </Button>
        }
        entries={[
          ...(hasWizard
            ? [
                {
                  kind: 'item' as const,
                  label: 'Import from a file',
                  icon: Upload,
                  onSelect: () => void router.navigate({ href: wizard }),
                },
              ]
            : []),
          {
            kind: 'link',
            label: 'Export these donations (Excel)',
            icon: FileDown,
            href: fileOf('xlsx'),
            download: true,
          },
          {
            kind: 'link',
            label: 'Export these donations (CSV)',
            icon: FileDown,
            href: fileOf('csv'),
            download: true,
          },
          {
            kind: 'item' as const,
            label: 'Print these donations',
            icon: Printer,
            onSelect: onPrint,
          },
          {
            kind: 'link',
            label: 'Download CSV template',
            icon: Download,
            href: '/api/admin/donation-imports/template.csv',
            download: true,
          },
        ]}
      />
      <Button
        onClick={() => {
          onOpenDialog({ kind: 'guest' });
        }}
      >
        <UserPlus aria-hidden className="size-4" />
        <span className="max-sm:hidden">Record guest donation</span>
        <span className="sm:hidden">Guest</span>
      </Button>
      <Button
        variant="primary"
        onClick={() => {
          onOpenDialog({ kind: 'add' });
        }}
      >
        <Plus aria-hidden className="size-4" />
        Add Donation
      </Button>
    </>
  );
}

/**
 * Returns the filters as texts for a printed page. Ids mean nothing on paper, but the page must say
 * that it shows only a part.
 */
export function filterTexts({
  search,
  state,
  year,
  from,
  to,
  minAmount,
  maxAmount,
  paymentMethod,
  campaign,
  addedBy,
  importId,
  gift,
}: Partial<DonationFilters>) {
  return [
    search && `matching “${search}”`,
    state,
    year,
    from && `from ${formatShort(from)}`,
    to && `to ${formatShort(to)}`,
    minAmount && `from ${formatUsd(fromDecimal(minAmount))}`,
    maxAmount && `up to ${formatUsd(fromDecimal(maxAmount))}`,
    paymentMethod,
    campaign,
    addedBy && 'recorded by one person',
    importId && 'of one import',
    gift && 'one gift',
  ];
}
