import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CirclePlay,
  Ellipsis,
  Hourglass,
  Pencil,
  type LucideIcon,
} from 'lucide-react';
import { formatShort } from '#libs/calendar';
import type { Organization } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { buttonClass } from '../../../components/ui/button';
import { type GridColumn } from '../../../components/ui/grid/columns';
import { Menu } from '../../../components/ui/overlay/menu';
import { formatCount } from '../../../lib/format';

const badges: Record<string, { label: string; tone: 'good' | 'hold' | 'bad'; icon: LucideIcon }> = {
  active: { label: 'Active', tone: 'good', icon: CircleCheck },
  trial: { label: 'Trial', tone: 'hold', icon: Hourglass },
  past_due: { label: 'Past due', tone: 'bad', icon: CircleAlert },
};

/** Shows whether the church is paused, otherwise the state of its subscription. */
export function ChurchStateBadge({ church }: { church: Organization }) {
  const { label, tone, icon } = church.isPaused
    ? { label: 'Paused', tone: 'bad' as const, icon: CirclePause }
    : (badges[church.subscriptionStatus] ?? {
        label: church.subscriptionStatus,
        tone: 'bad' as const,
        icon: CircleAlert,
      });
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

const byteUnits = ['B', 'KB', 'MB', 'GB'];
/** Returns the storage that a church uses as `840 B` or `3.0 MB`. */
export function formatStorage(bytes: number): string {
  const step =
    bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${byteUnits[step]!}`;
}

export interface OrganizationActions {
  edit: (church: Organization) => void;
  pause: (church: Organization) => void;
  resume: (church: Organization) => void;
  /** Sends the email to the contact of a church that has no admin yet. */
  contact: (church: Organization) => void;
}

/** The columns of Organization Management. Call once and keep the array. */
export function organizationColumns(actions: OrganizationActions): GridColumn<Organization>[] {
  return [
    {
      id: 'name',
      header: 'Organization',
      width: 220,
      grow: true,
      card: 'title',
      cell: (row) => (
        <>
          <span className="block truncate">{row.name}</span>
          <span className="block truncate text-label font-normal text-ink-2">{row.slug}</span>
        </>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 130,
      card: 'figure',
      cell: (row) => <ChurchStateBadge church={row} />,
    },
    {
      id: 'plan',
      header: 'Plan',
      width: 150,
      cell: (row) => (
        <span className="capitalize">{`${row.subscriptionPlan}, $${row.subscriptionPrice}`}</span>
      ),
    },
    {
      id: 'members',
      header: 'Members',
      width: 130,
      align: 'right',
      cell: (row) => (
        <span className="tabular-nums">
          {formatCount(row.members)}{' '}
          <span className="text-ink-2">
            of {row.memberLimit === null ? '∞' : formatCount(row.memberLimit)}
          </span>
        </span>
      ),
    },
    {
      id: 'storage',
      header: 'Storage',
      width: 110,
      align: 'right',
      cell: (row) => <span className="tabular-nums">{formatStorage(row.storage)}</span>,
    },
    {
      id: 'trial',
      header: 'Trial ends',
      width: 130,
      cell: (row) => (row.trialEndsAt ? formatShort(row.trialEndsAt.slice(0, 10)) : '–'),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 76,
      fixed: true,
      widget: true,
      card: 'menu',
      align: 'right',
      cell: (row, tabIndex) => (
        <Menu
          align="end"
          trigger={
            <button
              type="button"
              tabIndex={tabIndex}
              aria-label={`Actions for ${row.name}`}
              className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}
            >
              <Ellipsis aria-hidden className="size-4" />
            </button>
          }
          entries={[
            { kind: 'item', label: 'Edit', icon: Pencil, onSelect: () => actions.edit(row) },
            row.isPaused
              ? {
                  kind: 'item',
                  label: 'Resume',
                  icon: CirclePlay,
                  onSelect: () => actions.resume(row),
                }
              : {
                  kind: 'item',
                  label: 'Pause…',
                  icon: CirclePause,
                  onSelect: () => actions.pause(row),
                },
          ]}
        />
      ),
    },
  ];
}
