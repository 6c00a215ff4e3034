import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import { Field } from '../../../components/ui/form/field';
import { PictureField } from '../../../components/ui/form/picture-field';
import { TagsInput } from '../../../components/ui/form/tags-input';

/** The fields that every form of the library has. */
export interface Common {
  title: string;
  description: string;
  tags: string[];
  thumbnailUrl: string;
}

export interface LookFieldsProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  saved: { thumbnailUrl: string | null; pictureUrl: string | null } | null;
  suggestions?: readonly string[];
  pictureHelp?: string;
}

/** The fields for tags and picture. */
export default function LookedFor<In extends FieldValues & Common, Out>({
  control,
  saved,
  suggestions,
  pictureHelp,
}: LookFieldsProps<In, Out>) {
  return (
    <>
      <Controller
        control={control}
        name={'tags' as Path<In>}
        render={({ field, fieldState: { error } }) => (
          <Field
            label="Tags"
            optional
            error={
              error?.message ??
              (error as unknown as { message?: string }[] | undefined)?.[0]?.message
            }
          >
            {(props) => (
              <TagsInput
                {...props}
                value={field.value as string[]}
                onChange={field.onChange}
                onBlur={field.onBlur}
                inputRef={field.ref}
                {...(suggestions ? { suggestions } : {})}
              />
            )}
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
