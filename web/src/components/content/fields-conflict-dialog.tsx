import { compareFields, type FieldLabels } from '../../lib/content/compare-fields';
import { ConflictView, onlyChangedFields } from '../ui/overlay/conflict-view';
import { Dialog } from '../ui/overlay/dialog';

/** Both versions of the values of a form, and what the user can do with them. */
export interface FieldsConflict<In extends object> {
  theirs: In;
  /** The values that the user would save. */
  mine: In;
  pending: boolean;
  onClose: () => void;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

export interface FieldsConflictDialogProps<In extends object> extends FieldsConflict<In> {
  title: string;
  /** Says who has saved the other version. */
  message: string;
  labels: FieldLabels<In>;
}

/** A dialog with both versions of a form side by side. */
export default function FieldsConflictDialog<In extends object>({
  title,
  message,
  labels,
  theirs,
  mine,
  onClose,
  ...actions
}: FieldsConflictDialogProps<In>) {
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={title} description={message}>
      <ConflictView
        lines={compareFields(labels, theirs, mine)}
        note={onlyChangedFields}
        {...actions}
      />
    </Dialog>
  );
}
