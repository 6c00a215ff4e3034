import { useState } from 'react';
import type { SiteImage } from '#libs/contracts';
import FieldsConflictDialog from '../../../components/content/fields-conflict-dialog';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input, Textarea } from '../../../components/ui/form/input';
import type { PicturePart } from '../../../lib/forms/prepare-picture';
import { PictureChoice } from './picture-choice';
import type { PictureKind } from './picture-kinds';
import { usePictureForm } from './use-picture-form';

const labels = [
  ['title', 'Title'],
  ['description', 'Description'],
] as const;

/** Uploads a picture, or changes the texts of one. */
export default function PictureDialog({
  kind,
  picture,
  onClose,
}: {
  kind: PictureKind;
  picture: SiteImage | null;
  onClose: () => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState<PicturePart>();
  const chosenPicture = file && { file, part };
  const { form, submit, pending, conflict } = usePictureForm(kind, picture, chosenPicture, onClose);
  const { register, formState } = form;
  const { errors, isSubmitted } = formState;
  const isMissing = !picture && !file;
  if (conflict)
    return (
      <FieldsConflictDialog
        title="This picture was changed in the meantime"
        labels={labels}
        {...conflict}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={picture ? 'Edit Picture' : kind.add}
      dirty={(formState.isDirty || file !== null) && !pending}
      firstField={picture ? undefined : 'picture'}
    >
      <DialogForm
        onSubmit={(event) => {
          const fields = event.currentTarget;
          void submit(event).then(() => {
            if (isMissing) fields.querySelector<HTMLElement>('[name=picture]')?.focus();
          });
        }}
        onCancel={onClose}
        submit={picture ? 'Save Changes' : 'Upload Picture'}
        pending={pending}
        pendingLabel={picture ? 'Saving...' : 'Uploading...'}
      >
        {!picture && (
          <PictureChoice
            file={file}
            isSquare={kind.type === 'leadership'}
            error={isSubmitted && isMissing ? 'Please choose a picture.' : undefined}
            onChoose={(next) => {
              setFile(next);
              setPart(undefined);
            }}
            onCrop={setPart}
          />
        )}
        <Field label="Title" help={kind.titleHelp} error={errors.title?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('title')} />}
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          {(control) => <Textarea {...control} {...register('description')} />}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
