import { CircleCheck, CirclePause, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { formatShort } from '#libs/calendar';
import type { Fundraiser } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Badge } from '../../../components/ui/badge';
import { buttonClass } from '../../../components/ui/button';
import { type GridColumn } from '../../../components/ui/grid/columns';
import { Menu } from '../../../components/ui/overlay/menu';
import { Money } from '../../../components/ui/money';
import { Progress } from '../../../components/ui/progress';
import { Switch } from '../../../components/ui/switch';
import { percent } from '../../../lib/format';
import { progressOf } from './progress';

export interface FundraiserActions {
  edit: (fundraiser: Fundraiser) => void;
  remove: (fundraiser: Fundraiser) => void;
  toggle: (fundraiser: Fundraiser, isActive: boolean) => void;
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text);

export function StatusBadge({ active }: { active: boolean }) {
  return active ? (
    <Badge icon={CircleCheck} tone="good">
      Active
    </Badge>
  ) : (
    <Badge icon={CirclePause}>Inactive</Badge>
  );
}

/** The columns of Fundraising Campaigns. Call once and keep the array. */
export function fundraiserColumns(actions: FundraiserActions): GridColumn<Fundraiser>[] {
  return [
    {
      id: 'title',
      header: 'Campaign',
      width: 220,
      grow: true,
      card: 'title',
      cell: (row) => (
        <>
          <span className="block truncate">{row.title}</span>
          <span className="block truncate text-label font-normal text-ink-2">
            {shorten(row.description)}
          </span>
        </>
      ),
    },
    {
      id: 'progress',
      header: 'Progress',
      width: 170,
      wide: true,
      cell: (row) => {
        const share = progressOf(row);
        return (
          <span className="flex items-center gap-3">
            <Progress
              value={share}
              label={`${row.title}, progress`}
              valueText={
                `${formatUsd(fromDecimal(row.current))} of ` + formatUsd(fromDecimal(row.goal))
              }
            />
            <span className="w-13 shrink-0 text-right tabular-nums">{percent(share)}</span>
          </span>
        );
      },
    },
    {
      id: 'current',
      header: 'Raised',
      width: 120,
      align: 'right',
      card: 'figure',
      cell: (row) => <Money amount={row.current} />,
    },
    {
      id: 'goal',
      header: 'Goal',
      width: 120,
      align: 'right',
      cell: (row) => (
        <>
          <span className="sm:hidden">of </span>
          <Money amount={row.goal} />
        </>
      ),
    },
    {
      id: 'dates',
      header: 'Dates',
      width: 202,
      cell: (row) => (
        <span className="tabular-nums">
          {formatShort(row.startDate)} – {row.endDate ? formatShort(row.endDate) : 'ongoing'}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 150,
      widget: true,
      cell: (row, tabIndex) => (
        <span className="inline-flex items-center gap-2.5 align-middle">
          <Switch
            tabIndex={tabIndex}
            aria-label={`${row.title}: active`}
            checked={row.isActive}
            onCheckedChange={(isActive) => {
              actions.toggle(row, isActive);
            }}
          />
          <StatusBadge active={row.isActive} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 80,
      widget: true,
      fixed: true,
      align: 'right',
      card: 'menu',
      cell: (row, tabIndex) => (
        <Menu
          align="end"
          trigger={
            <button
              type="button"
              tabIndex={tabIndex}
              aria-label={`Actions for ${row.title}`}
              className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}
            >
              <Ellipsis aria-hidden className="size-4" />
            </button>
          }
          entries={[
            { kind: 'item', label: 'Edit', icon: Pencil, onSelect: () => actions.edit(row) },
            {
              kind: 'item',
              label: 'Delete',
              icon: Trash2,
              danger: true,
              onSelect: () => actions.remove(row),
            },
          ]}
        />
      ),
    },
  ];
}
