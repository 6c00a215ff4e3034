import { Ellipsis, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import type { Donation } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { buttonClass } from '../../../components/ui/button';
import { Menu } from '../../../components/ui/overlay/menu';

/** The actions for a donation. */
export interface DonationActions {
  edit: (donation: Donation) => void;
  remove: (donation: Donation) => void;
  /** Restores a deleted donation. */
  restore: (donation: Donation) => void;
}

export function RowActions({
  donation,
  tabIndex,
  actions,
}: {
  donation: Donation;
  tabIndex: 0 | -1;
  actions: DonationActions;
}) {
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={
            `Actions for ${formatUsd(fromDecimal(donation.amount))} of ` + donation.donorName
          }
          className={buttonClass({
            variant: 'ghost',
            size: 'icon-sm',
            className: 'h-7 touch:h-10',
          })}
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
      entries={
        donation.state === 'deleted'
          ? [
              {
                kind: 'item',
                label: 'Restore',
                icon: RotateCcw,
                onSelect: () => actions.restore(donation),
              },
            ]
          : [
              { kind: 'item', label: 'Edit', icon: Pencil, onSelect: () => actions.edit(donation) },
              {
                kind: 'item',
                label: 'Delete',
                icon: Trash2,
                danger: true,
                onSelect: () => actions.remove(donation),
              },
            ]
      }
    />
  );
}
