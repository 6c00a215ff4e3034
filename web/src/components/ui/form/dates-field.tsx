import { useState } from 'react';
import { CalendarX, Plus, X } from 'lucide-react';
import { formatShort, isCalendarDate } from '#libs/calendar';
import { Button } from '../button';
import { Field } from './field';
import { DateInput } from './input';

export interface DatesFieldProps {
  label: string;
  help: string;
  error: string | undefined;
  value: readonly string[];
  onChange: (dates: string[]) => void;
  min?: string;
}

/** A field for several calendar dates. Each date is added with a button. */
export function DatesField({ label, help, error, value, onChange, min }: DatesFieldProps) {
  const [typed, setTyped] = useState('');
  const add = () => {
    if (!isCalendarDate(typed)) return;
    onChange([...new Set([...value, typed])].sort());
    setTyped('');
  };
  return (
    <div>
      <Field label={label} optional help={help} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <DateInput
              {...control}
              className="w-44"
              min={min}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <Button onClick={add} disabled={typed === ''}>
              <Plus aria-hidden className="size-4" />
              Skip this date
            </Button>
          </div>
        )}
      </Field>
      {value.length > 0 && (
        <ul aria-label={label} className="mt-2 flex flex-wrap gap-1.5">
          {value.map((date) => (
            <li
              key={date}
              className={
                'inline-flex items-center gap-1 rounded-full bg-sunken py-0.5 pr-0.5 ' +
                'pl-2.5 text-grid tabular-nums'
              }
            >
              <CalendarX aria-hidden className="size-3.5 text-ink-2" />
              {formatShort(date)}
              <button
                type="button"
                aria-label={`Do not skip ${formatShort(date)}`}
                onClick={() => onChange(value.filter((chosenDate) => chosenDate !== date))}
                className={
                  'grid size-5 place-items-center rounded-full text-ink-2 hover:bg-line ' +
                  'hover:text-ink touch:size-8'
                }
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
