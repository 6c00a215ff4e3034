import { formatShort, isCalendarDate } from '#libs/calendar';
import { Button } from './button';
import { Field } from './field';
import { FieldChip } from './filter-chips';
import { DateInput } from './input';

export interface DaysChipProps {
  from: string | undefined;
  to: string | undefined;
  /** No day after this one can be meant. */
  max?: string;
  onChange: (next: { from: string | undefined; to: string | undefined }) => void;
}

/** A filter by days, either end of them open. */
export function DaysChip({ from, to, max, onChange }: DaysChipProps) {
  return (
    <FieldChip label="Date" text={spanOf(from, to)} onClear={() => onChange({ from: undefined, to: undefined })}>
      {(close) => (
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
            close();
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
      )}
    </FieldChip>
  );
}

function spanOf(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return from === to ? formatShort(from) : `${formatShort(from)} – ${formatShort(to)}`;
  if (from) return `since ${formatShort(from)}`;
  return to && `until ${formatShort(to)}`;
}
