import { type Ref } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Combobox } from '../../../components/ui/form/combobox';
import { Field } from '../../../components/ui/form/field';
import { compareTexts } from '../../../lib/compare-texts';
import { explain } from '../../../lib/api';
import type { ComboboxOption } from '../../../lib/forms/combobox-choice';
import { donorsAmong, fullName, peopleQuery } from '../../../lib/queries/people';

export interface MemberFieldProps {
  value: string;
  /** The current donor, who may have left the church and is then no choice for other donations. */
  present?: ComboboxOption | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}

/** A field for a member, found by name or email address. */
export function MemberField({
  value,
  present,
  onChange,
  onBlur,
  error,
  inputRef,
}: MemberFieldProps) {
  const people = useQuery(peopleQuery);
  const options: ComboboxOption[] = donorsAmong(people.data)
    .map((person) => ({
      value: person.id,
      label: fullName(person) || person.email,
      hint: person.email,
    }))
    .sort((a, b) => compareTexts(a.label, b.label));
  if (present && !options.some((option) => option.value === present.value))
    options.unshift(present);
  return (
    <Field
      label="Member"
      error={
        error ??
        (people.error ? `The members could not be loaded. ${explain(people.error)}` : undefined)
      }
    >
      {(control) => (
        <Combobox
          {...control}
          inputRef={inputRef}
          options={options}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          placeholder={people.isPending ? 'Loading members…' : 'Search by name or email'}
          emptyText={people.isPending ? 'Loading members…' : 'No member by that name.'}
        />
      )}
    </Field>
  );
}
