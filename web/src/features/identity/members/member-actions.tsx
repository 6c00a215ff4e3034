import { CirclePause, CirclePlay, Ellipsis, Pencil, ShieldCheck, UserMinus } from 'lucide-react';
import { may, type StaffUser, type User } from '#libs/contracts';
import { buttonClass } from '../../../components/ui/button';
import { Menu } from '../../../components/ui/overlay/menu';
import type { MenuEntry } from '../../../components/ui/overlay/menu-entries';
import { fullName } from '../../../lib/queries/people';

export type MemberAction = 'edit' | 'role' | 'suspend' | 'reactivate' | 'remove';

/**
 * Returns what the signed-in user may do with another user: secretaries cannot change admins, users
 * cannot suspend or remove themselves, and admins cannot be suspended (ruling 17).
 */
export function allowedActions(person: StaffUser, me: User | null | undefined): MemberAction[] {
  if (!me || !may(me, 'member.manage')) return [];
  const changesRoles = may(me, 'role.change');
  if (person.role === 'admin' && !changesRoles && person.id !== me.id) return [];
  const actions: MemberAction[] = ['edit'];
  if (changesRoles) actions.push('role');
  if (person.id === me.id) return actions;
  if (person.role !== 'admin') actions.push(person.isSuspended ? 'reactivate' : 'suspend');
  actions.push('remove');
  return actions;
}

export const actionLooks = {
  edit: { label: 'Edit', icon: Pencil, danger: false },
  role: { label: 'Change role', icon: ShieldCheck, danger: false },
  suspend: { label: 'Suspend', icon: CirclePause, danger: false },
  reactivate: { label: 'Reactivate', icon: CirclePlay, danger: false },
  remove: { label: 'Remove', icon: UserMinus, danger: true },
} as const;

export interface RowActionsProps {
  person: StaffUser;
  me: User | null | undefined;
  tabIndex: 0 | -1;
  onAction: (action: MemberAction, person: StaffUser) => void;
}

export function RowActions({ person, me, tabIndex, onAction }: RowActionsProps) {
  const actions = allowedActions(person, me);
  if (actions.length === 0) return null;
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`Actions for ${fullName(person) || person.email}`}
          className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
      entries={actions.map((action): MenuEntry => ({
        kind: 'item',
        ...actionLooks[action],
        onSelect: () => onAction(action, person),
      }))}
    />
  );
}
