import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form';
import type { ContentFile } from '#libs/contracts';
import { UploadField, type UploadValue } from '../../../components/content/upload-field';

export interface FileFieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  label: string;
  kind: 'audio' | 'any';
  help?: string;
  current: ContentFile | null;
}

/** A field for a file, which also says whether the stored file stays. */
export function FileField<
  In extends FieldValues & { uploadId: UploadValue | null; keepFile: boolean },
  Out,
>({ control, label, kind, help, current }: FileFieldProps<In, Out>) {
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
