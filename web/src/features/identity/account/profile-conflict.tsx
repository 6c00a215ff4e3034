import type { User } from '#libs/contracts';
import { ConflictView, onlyChangedFields } from '../../../components/ui/overlay/conflict-view';
import { Dialog } from '../../../components/ui/overlay/dialog';
import { profileFieldsOf, type ProfileFields } from './profile-fields';

export interface ProfileConflictProps {
  current: User;
  /** What the user changed. */
  changes: Partial<ProfileFields>;
  pending: boolean;
  /** Closes the dialog without a choice. */
  onClose: () => void;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

/** A dialog with both versions of a profile side by side. */
export function ProfileConflict({ current, changes, onClose, ...actions }: ProfileConflictProps) {
  const theirs = profileFieldsOf(current);
  const mine = { ...theirs, ...changes };
  const lines = labels.map(({ field, label }) => ({
    label,
    theirs: theirs[field] || '–',
    mine: mine[field] || '–',
  }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Your profile was changed in the meantime"
      description={
        'A change was saved after you opened this page, by your church or on another ' +
        'device. Choose which version stands.'
      }
    >
      <ConflictView lines={lines} note={onlyChangedFields} {...actions} />
    </Dialog>
  );
}

const labels = [
  { field: 'firstName', label: 'First name' },
  { field: 'lastName', label: 'Last name' },
  { field: 'phone', label: 'Phone' },
  { field: 'bio', label: 'Bio' },
] as const;
