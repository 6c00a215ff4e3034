import type { StaffUser } from '#libs/contracts';
import {
  ConflictView,
  type FieldText,
  onlyChangedFields,
  pairFields,
} from '../../../components/ui/overlay/conflict-view';
import { Dialog } from '../../../components/ui/overlay/dialog';
import { formatPhone } from '../../../lib/format-phone';
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
  const lines = pairFields(textsOf(current), textsOf(mine));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="This member was changed in the meantime"
      description="Someone else saved a change after you opened it. Choose which version stands."
    >
      <ConflictView lines={lines} note={onlyChangedFields} {...actions} />
    </Dialog>
  );
}

const textsOf = (person: StaffUser): FieldText[] => [
  { label: 'First name', text: person.firstName },
  { label: 'Last name', text: person.lastName },
  { label: 'Email', text: person.email },
  { label: 'Phone', text: formatPhone(person.phone) || '–' },
  { label: 'Role', text: roleLabels[person.role] },
  { label: 'Status', text: stateLabels[stateOf(person)] },
];
