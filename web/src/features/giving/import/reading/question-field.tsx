import type { ImportQuestion } from '#libs/contracts';
import { Field } from '../../../../components/ui/form/field';
import { Select } from '../../../../components/ui/form/input';

interface QuestionFieldProps<Value extends string> {
  /** Undefined if the question is not open. */
  question: ImportQuestion | undefined;
  /** The kind of the question, also if it is not open. */
  kind: ImportQuestion['kind'];
  label: string;
  options: readonly (readonly [Value, string])[];
  /** How the file was read, if another reading is possible. */
  present: Value | undefined;
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/**
 * Asks about something that a file leaves open, and shows some of its values. The field is
 * shown if the question is open, or if the answer can be changed.
 */
export function QuestionField<Value extends string>({
  question,
  kind,
  label,
  options,
  present,
  value,
  onChange,
}: QuestionFieldProps<Value>) {
  if (!question && present === undefined) return null;
  const help = question && [question.message, question.samples.slice(0, 3).join(' · ')];
  return (
    <div data-question={kind} className="min-w-0">
      <Field label={label} help={help?.filter(Boolean).join(' ')}>
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
    </div>
  );
}
