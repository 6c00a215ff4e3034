import { formatShort } from '#libs/calendar';
import type { StaffUser, User } from '#libs/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { type GridColumn } from '../../../components/ui/grid/columns';
import { fullName } from '../../../lib/queries/people';
import { roleLabels } from '../../../lib/vocabulary';
import { type MemberAction, RowActions } from './member-actions';
import { NoAccountBadge, StateBadge, stateOf, UnverifiedBadge } from './member-state';
import { formatPhone } from '../../../lib/format-phone';

export const memberSorts = ['name', 'role', 'memberSince'] as const;

/** Returns the date of a time that stands for a date. */
export const dayOf = (iso: string) => iso.slice(0, 10);

/** The columns of Members. Call once and keep the array. */
export function memberColumns(
  me: User | null | undefined,
  onAction: (action: MemberAction, person: StaffUser) => void,
): GridColumn<StaffUser>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 240,
      grow: true,
      sortable: true,
      card: 'title',
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar person={row} className="size-8" />
          <span className="min-w-0">
            <span className="block truncate">{fullName(row) || row.email}</span>
            <span className="block truncate text-label font-normal text-ink-2">{row.email}</span>
          </span>
        </span>
      ),
    },
    { id: 'role', header: 'Role', width: 140, sortable: true, cell: (row) => roleLabels[row.role] },
    {
      id: 'state',
      header: 'Status',
      width: 250,
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1.5 align-middle">
          <StateBadge state={stateOf(row)} />
          {row.isManuallyCreated ? <NoAccountBadge /> : !row.emailVerified && <UnverifiedBadge />}
        </span>
      ),
    },
    {
      id: 'phone',
      header: 'Phone',
      width: 150,
      cell: (row) => <span className="tabular-nums">{formatPhone(row.phone)}</span>,
    },
    {
      id: 'memberSince',
      header: 'Member since',
      width: 140,
      sortable: true,
      card: 'hidden',
      cell: (row) => (
        <span className="tabular-nums">{formatShort(dayOf(row.memberSince ?? row.createdAt))}</span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 84,
      widget: true,
      fixed: true,
      align: 'right',
      card: 'menu',
      cell: (row, tabIndex) => (
        <RowActions person={row} me={me} tabIndex={tabIndex} onAction={onAction} />
      ),
    },
  ];
}
