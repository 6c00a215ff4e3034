import { useForm } from 'react-hook-form';
import type { Settings } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { LinkRefused, socialLinks, type SocialValues, useSaveLinks } from './social';

export default function EditLinksDialog({
  settings,
  onClose,
}: {
  settings: Settings;
  onClose: () => void;
}) {
  const save = useSaveLinks();
  const form = useForm<SocialValues>({
    defaultValues: Object.fromEntries(
      socialLinks.map(({ name }) => [name, settings[`${name}_url`]]),
    ) as SocialValues,
  });
  const { register, handleSubmit, setError, formState } = form;
  const { draft, leave } = useDialogDraft(form, 'settings.links', onClose);
  const { errors, isDirty } = formState;
  const submit = handleSubmit((values) => {
    if (save.isPending) return;
    save.mutate(values, {
      onSuccess: leave,
      onError: (error) => {
        if (!(error instanceof LinkRefused)) return;
        setError(error.link, { message: error.message }, { shouldFocus: true });
      },
    });
  });
  return (
    <Dialog
      open
      onOpenChange={leave}
      title="Edit Links"
      description="Links to your church’s pages; an empty one is not shown."
      dirty={isDirty && !save.isPending}
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={leave}
        submit="Save Links"
        pending={save.isPending}
        pendingLabel="Saving..."
      >
        <DraftNote draft={draft} />
        {socialLinks.map(({ name, label }) => (
          <Field key={name} label={label} optional error={errors[name]?.message}>
            {(control) => (
              <Input
                {...control}
                inputMode="url"
                autoComplete="off"
                placeholder="https://"
                {...register(name)}
              />
            )}
          </Field>
        ))}
      </DialogForm>
    </Dialog>
  );
}
