import type { FieldValues } from 'react-hook-form';
import { formatRelative } from '../../lib/format';
import type { FieldLabels } from '../../lib/content/compare-fields';
import type { ContentConflict } from '../../lib/forms/content-conflict';
import FieldsConflictDialog, { type FieldsConflict } from './fields-conflict-dialog';

export interface ContentConflictDialogProps<In extends FieldValues> extends Omit<
  FieldsConflict<In>,
  'theirs' | 'mine'
> {
  /** The kind of content in a sentence: `sermon`. */
  kindName: string;
  conflict: ContentConflict<In>;
  labels: FieldLabels<In>;
}

/** A dialog with both versions of an item of content side by side. */
export default function ContentConflictDialog<In extends FieldValues>({
  kindName,
  conflict: { message, savedAt, theirs, mine },
  ...rest
}: ContentConflictDialogProps<In>) {
  return (
    <FieldsConflictDialog
      title={`This ${kindName} was changed in the meantime`}
      message={`${message} The other change was saved ${formatRelative(savedAt)}.`}
      theirs={theirs}
      mine={mine}
      {...rest}
    />
  );
}
