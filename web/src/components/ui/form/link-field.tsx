import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field';
import { Input } from './input';

type LinkFieldProps = Omit<FieldProps, 'children' | 'className'> &
  Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'>;

/** A form field for a web address. It takes what `register` of the form returns. */
export const LinkField = ({ label, help, error, optional, ...registered }: LinkFieldProps) => (
  <Field label={label} help={help} error={error} optional={optional}>
    {(control) => (
      <Input {...control} type="url" placeholder="https://" autoComplete="off" {...registered} />
    )}
  </Field>
);
