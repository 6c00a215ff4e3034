import type { StaffUser } from '#libs/contracts';
import { ConflictView } from '../../../components/ui/overlay/conflict-view';
import { Dialog } from '../../../components/ui/overlay/dialog';
import { phoneWords } from '../../../lib/phone-words';
import { roleLabels } from '../../../lib/vocabulary';
import { stateLabels, stateOf } from './member-state';

export interface MemberConflictProps {
  current: StaffUser;
  /** What the user's change would save. */
  mine: StaffUser;
  pending: boolean;
  /** Closes the dialog without a choice. */
  onClose: () => void;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

/** A dialog with both versions of a member side by side. */
export function MemberConflict({ current, mine, onClose, ...actions }: MemberConflictProps) {
  const theirs = textsOf(current);
  const lines = textsOf(mine).map(({ label, text }, at) => ({
    label,
    theirs: theirs[at]!.text,
    mine: text,
  }));
  const note = 'If you save yours, only the fields that you changed are replaced.';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="This member was changed in the meantime"
      description="Someone else saved a change after you opened it. Choose which version stands."
    >
      <ConflictView lines={lines} note={note} {...actions} />
    </Dialog>
  );
}

const textsOf = (person: StaffUser) => [
  { label: 'First name', text: person.firstName },
  { label: 'Last name', text: person.lastName },
  { label: 'Email', text: person.email },
  { label: 'Phone', text: phoneWords(person.phone) || '–' },
  { label: 'Role', text: roleLabels[person.role] },
  { label: 'Status', text: stateLabels[stateOf(person)] },
];
