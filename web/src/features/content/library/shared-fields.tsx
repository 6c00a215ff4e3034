import { type Control, Controller, type FieldValues, type Path, type UseFormRegister } from 'react-hook-form';
import type { ContentFile } from '#libs/contracts';
import { Field } from '../../../components/field';
import { Input, Textarea } from '../../../components/input';
import { PictureField } from '../../../components/picture-field';
import { TagsInput } from '../../../components/tags-input';
import { UploadField, type UploadValue } from '../../../components/upload-field';

interface Common {
  title: string;
  description: string;
  tags: string[];
  thumbnailUrl: string;
}

/** The first two fields of every form here. */
export function TitleFields<In extends FieldValues & Common>({ register, errors }: { register: UseFormRegister<In>; errors: Partial<Record<'title' | 'description', { message?: string | undefined }>> }) {
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        {(props) => <Input {...props} autoComplete="off" {...register('title' as Path<In>)} />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(props) => <Textarea {...props} rows={4} {...register('description' as Path<In>)} />}
      </Field>
    </>
  );
}

/** And the last two: tags and picture. */
export function LookFields<In extends FieldValues & Common, Out>({ control, saved, suggestions, pictureHelp }: { control: Control<In, unknown, Out>; saved: { thumbnailUrl: string | null; pictureUrl: string | null } | null; suggestions?: readonly string[]; pictureHelp?: string }) {
  return (
    <>
      <Controller
        control={control}
        name={'tags' as Path<In>}
        render={({ field, fieldState: { error } }) => (
          <Field label="Tags" optional error={error?.message ?? (error as unknown as { message?: string }[] | undefined)?.[0]?.message}>
            {(props) => <TagsInput {...props} value={field.value as string[]} onChange={field.onChange} onBlur={field.onBlur} inputRef={field.ref} {...(suggestions ? { suggestions } : {})} />}
          </Field>
        )}
      />
      <Controller
        control={control}
        name={'thumbnailUrl' as Path<In>}
        render={({ field, fieldState }) => (
          <PictureField
            error={fieldState.error?.message}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            saved={{ address: saved?.thumbnailUrl ?? null, pictureUrl: saved?.pictureUrl ?? null }}
            {...(pictureHelp ? { help: pictureHelp } : {})}
          />
        )}
      />
    </>
  );
}

export interface FileFieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  label: string;
  kind: 'audio' | 'any';
  help?: string;
  current: ContentFile | null;
}

/** The file of a form, with whether the one that is there stays. */
export function FileField<In extends FieldValues & { uploadId: UploadValue | null; keepFile: boolean }, Out>({ control, label, kind, help, current }: FileFieldProps<In, Out>) {
  return (
    <Controller
      control={control}
      name={'keepFile' as Path<In>}
      render={({ field: keep }) => (
        <Controller
          control={control}
          name={'uploadId' as Path<In>}
          render={({ field, fieldState }) => (
            <UploadField
              label={label}
              kind={kind}
              optional
              {...(help ? { help } : {})}
              error={fieldState.error?.message}
              value={field.value}
              onChange={field.onChange}
              inputRef={field.ref}
              current={current}
              keep={keep.value}
              onKeep={keep.onChange}
            />
          )}
        />
      )}
    />
  );
}
