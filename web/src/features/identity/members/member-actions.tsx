import { CirclePause, CirclePlay, Ellipsis, Pencil, ShieldCheck, UserMinus } from 'lucide-react';
import { may, type StaffUser, type User } from '#libs/contracts';
import { buttonClass } from '../../../components/ui/button';
import { Menu } from '../../../components/ui/overlay/menu';
import type { MenuEntry } from '../../../components/ui/overlay/menu-entries';
import { fullName } from '../../../lib/queries/people';

export type MemberAct = 'edit' | 'role' | 'suspend' | 'reactivate' | 'remove';

/** What the signed-in person may do with this one: secretaries leave admins alone, nobody suspends or removes themselves, and an administrator is not suspended (ruling 17). */
export function actsOn(person: StaffUser, me: User | null | undefined): MemberAct[] {
  if (!me || !may(me, 'member.manage')) return [];
  const changesRoles = may(me, 'role.change');
  if (person.role === 'admin' && !changesRoles && person.id !== me.id) return [];
  const acts: MemberAct[] = ['edit'];
  if (changesRoles) acts.push('role');
  if (person.id === me.id) return acts;
  if (person.role !== 'admin') acts.push(person.isSuspended ? 'reactivate' : 'suspend');
  acts.push('remove');
  return acts;
}

export const actLooks = {
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
  onAct: (act: MemberAct, person: StaffUser) => void;
}

export function RowActions({ person, me, tabIndex, onAct }: RowActionsProps) {
  const acts = actsOn(person, me);
  if (acts.length === 0) return null;
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
      entries={acts.map((act): MenuEntry => ({
        kind: 'item',
        ...actLooks[act],
        onSelect: () => onAct(act, person),
      }))}
    />
  );
}
