import type { ImportQuestion } from '#libs/contracts';
import { Field } from '../../../../components/ui/form/field';
import { Select } from '../../../../components/ui/form/input';

export interface QuestionFieldProps<Value extends string> {
  /** asked only when the file leaves it open */
  question: ImportQuestion | undefined;
  label: string;
  options: readonly (readonly [Value, string])[];
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** What a file does not say by itself, with some of its own words to judge by. */
export function QuestionField<Value extends string>({
  question,
  label,
  options,
  value,
  onChange,
}: QuestionFieldProps<Value>) {
  if (!question) return null;
  return (
    <Field
      label={label}
      help={[question.message, question.samples.slice(0, 3).join(' · ')].filter(Boolean).join(' ')}
    >
      {(control) => (
        <Select
          {...control}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          <option value="" disabled>
            Choose…
          </option>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
