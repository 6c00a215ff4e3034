import type { ImportQuestion } from '#libs/contracts';
import { Field } from '../../../../components/ui/form/field';
import { Select } from '../../../../components/ui/form/input';

interface QuestionFieldProps<Value extends string> {
  /** Undefined if the file does not leave it open, or if it was answered. */
  question: ImportQuestion | undefined;
  /** Which question it is, also after it was answered. */
  kind: ImportQuestion['kind'];
  label: string;
  options: readonly (readonly [Value, string])[];
  /** The answer with which the file was read; undefined if nobody was asked. */
  answered: Value | undefined;
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/**
 * Asks what a file does not say by itself, with some of its own words to judge by. The field is
 * shown if the question is open or was answered.
 */
export function QuestionField<Value extends string>({
  question,
  kind,
  label,
  options,
  answered,
  value,
  onChange,
}: QuestionFieldProps<Value>) {
  if (!question && answered === undefined) return null;
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
