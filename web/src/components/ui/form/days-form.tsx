import { isCalendarDate } from '#libs/calendar';
import { Button } from '../button';
import { Field } from './field';
import { DateInput } from './input';

export interface DaysFormProps {
  from: string | undefined;
  to: string | undefined;
  /** The last date that can be chosen. */
  max?: string | undefined;
  onChange: (next: { from: string | undefined; to: string | undefined }) => void;
  onDone: () => void;
}

/** The form of `DaysChip`, loaded when it is opened. */
export default function DaysForm({ from, to, max, onChange, onDone }: DaysFormProps) {
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const dateOf = (name: string) => {
          const value = form.get(name);
          return typeof value === 'string' && isCalendarDate(value) ? value : undefined;
        };
        onChange({ from: dateOf('from'), to: dateOf('to') });
        onDone();
      }}
    >
      <Field label="From" optional>
        {(control) => <DateInput {...control} name="from" max={max} defaultValue={from} />}
      </Field>
      <Field label="To" optional>
        {(control) => <DateInput {...control} name="to" max={max} defaultValue={to} />}
      </Field>
      <Button type="submit" variant="primary" className="w-full">
        Show
      </Button>
    </form>
  );
}
