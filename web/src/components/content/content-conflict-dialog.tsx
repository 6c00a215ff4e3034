import type { FieldValues } from 'react-hook-form';
import { formatRelative } from '../../lib/format';
import { compareFields, type FieldLabels } from '../../lib/content/compare-fields';
import type { ContentConflict } from '../../lib/forms/content-conflict';
import { ConflictView, onlyChangedFields } from '../ui/overlay/conflict-view';
import { Dialog } from '../ui/overlay/dialog';

export interface ContentConflictDialogProps<In extends FieldValues> {
  /** The kind of content in a sentence: `sermon`. */
  kindName: string;
  conflict: ContentConflict<In>;
  labels: FieldLabels<In>;
  pending: boolean;
  onClose: () => void;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

/** A dialog with both versions of an item of content side by side. */
export default function ContentConflictDialog<In extends FieldValues>({
  kindName,
  conflict: { message, savedAt, theirs, mine },
  labels,
  onClose,
  ...actions
}: ContentConflictDialogProps<In>) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={`This ${kindName} was changed in the meantime`}
      description={`${message} The other change was saved ${formatRelative(savedAt)}.`}
    >
      <ConflictView
        lines={compareFields(labels, theirs, mine)}
        note={onlyChangedFields}
        {...actions}
      />
    </Dialog>
  );
}
