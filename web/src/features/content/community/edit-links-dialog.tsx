import { lazy, Suspense } from 'react';
import type { Settings } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { fieldIssues } from '../../../lib/forms/server-issues';
import { useSettingsForm } from '../../../lib/forms/use-settings-form';
import { toast, toastError } from '../../../lib/toast';
import { socialLinks, useSaveLinks } from './social';

const SettingsConflictDialog = lazy(
  () => import('../../../components/church/settings-conflict-dialog'),
);

const keys = socialLinks.map(({ key }) => key);
const labels = socialLinks.map(({ key, label }) => [key, label] as const);

export default function EditLinksDialog({
  settings,
  onClose,
}: {
  settings: Settings;
  onClose: () => void;
}) {
  const { form, draft, submit, pending, isDirty, conflict } = useSettingsForm({
    settings,
    keys,
    draftName: 'settings.links',
    save: useSaveLinks(),
    onSaved: () => {
      toast('Success', 'Social media links updated successfully');
      onClose();
    },
    onFailed: (error) => {
      // The specification requires this toast also for a link that is marked at its field.
      const isAtField = fieldIssues(error).length > 0;
      toastError('Failed to update social media links', isAtField ? undefined : error);
    },
  });
  const { errors } = form.formState;
  const leave = () => {
    draft.drop();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      title="Edit Links"
      description="Links to your church’s pages; an empty one is not shown."
      dirty={isDirty && !pending}
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={leave}
        submit="Save Links"
        pending={pending}
        pendingLabel="Saving..."
      >
        <DraftNote draft={draft} />
        {socialLinks.map(({ key, label }) => (
          <Field key={key} label={label} optional error={errors[key]?.message}>
            {(control) => (
              <Input
                {...control}
                inputMode="url"
                autoComplete="off"
                placeholder="https://"
                {...form.register(key)}
              />
            )}
          </Field>
        ))}
      </DialogForm>
      <Suspense>
        {conflict && <SettingsConflictDialog conflict={conflict} labels={labels} />}
      </Suspense>
    </Dialog>
  );
}
