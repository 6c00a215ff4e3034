import { compareFields, type FieldLabels } from '../../lib/content/compare-fields';
import type { SettingsConflict, SettingTexts } from '../../lib/forms/use-settings-form';
import { ConflictView, onlyChangedFields } from '../ui/overlay/conflict-view';
import { Dialog } from '../ui/overlay/dialog';

/** A dialog with both versions of the settings of a form side by side. */
export default function SettingsConflictDialog({
  conflict: { message, theirs, mine, onClose, ...actions },
  labels,
}: {
  conflict: SettingsConflict;
  labels: FieldLabels<SettingTexts>;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="These settings were changed in the meantime"
      description={message}
    >
      <ConflictView
        lines={compareFields(labels, theirs, mine)}
        note={onlyChangedFields}
        {...actions}
      />
    </Dialog>
  );
}
