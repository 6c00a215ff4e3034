import type { FieldLabels } from '../../lib/content/compare-fields';
import type { SettingsConflict, SettingTexts } from '../../lib/forms/use-settings-form';
import FieldsConflictDialog from '../content/fields-conflict-dialog';

/** A dialog with both versions of the settings of a form side by side. */
export default function SettingsConflictDialog({
  conflict,
  labels,
}: {
  conflict: SettingsConflict;
  labels: FieldLabels<SettingTexts>;
}) {
  return (
    <FieldsConflictDialog
      title="These settings were changed in the meantime"
      labels={labels}
      {...conflict}
    />
  );
}
