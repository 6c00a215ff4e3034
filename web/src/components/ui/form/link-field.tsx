import type { FieldValues, Path, UseFormRegister } from 'react-hook-form';
import { Field, type FieldProps } from './field';
import { Input } from './input';

interface LinkFieldProps<In extends FieldValues> extends Omit<FieldProps, 'children'> {
  name: Path<In>;
  /**
   * Called by the field while rendering. After a failed submission the form focuses the first
   * invalid field in the order of these calls.
   */
  register: UseFormRegister<In>;
}

/** A form field for a web address. */
export const LinkField = <In extends FieldValues>({
  name,
  register,
  ...field
}: LinkFieldProps<In>) => (
  <Field {...field}>
    {(control) => (
      <Input
        {...control}
        type="url"
        placeholder="https://"
        autoComplete="off"
        {...register(name)}
      />
    )}
  </Field>
);
