import { useId } from 'react';
import { ordinals, weekdays } from '#libs/calendar';
import {
  type Ending,
  ordinalNames,
  type Recurrence,
  type Repeat,
  weekdayNames,
  wordsOf,
} from '../../../lib/content/recurrence';
import { Field } from './field';
import { DateInput, Input, Select } from './input';
import { ToggleGroup } from '../toggle-group';

export interface RecurrenceDetailsProps {
  value: Recurrence;
  onChange: (value: Recurrence) => void;
  date: string;
  always: boolean;
}

const dayOptions = weekdays.map((value) => ({ value, label: weekdayNames[value].slice(0, 3) }));
const ordinalOptions = ordinals.map((value) => ({ value, label: ordinalNames[value] }));

/** The fields for the chosen kind of repetition. */
export default function RecurrenceDetails({
  value,
  onChange,
  date,
  always,
}: RecurrenceDetailsProps) {
  const { repeat, ending } = value;
  const set = (next: Repeat) => onChange({ ...value, repeat: next });
  return (
    <>
      {'days' in repeat && (
        <ToggleGroup
          label="On"
          options={dayOptions}
          value={repeat.days}
          onChange={(days) => set({ ...repeat, days })}
        />
      )}
      {'nths' in repeat && (
        <div className="flex flex-wrap items-start gap-4">
          <ToggleGroup
            label="Which"
            options={ordinalOptions}
            value={repeat.nths}
            onChange={(nths) => set({ ...repeat, nths })}
          />
          <Field label="Weekday" className="w-40">
            {(control) => (
              <Select
                {...control}
                value={repeat.day}
                onChange={(event) =>
                  set({ ...repeat, day: event.target.value as typeof repeat.day })
                }
              >
                {weekdays.map((day) => (
                  <option key={day} value={day}>
                    {weekdayNames[day]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {repeat.kind === 'custom' && (
        <Field label="Rule" help="As calendars write it, such as FREQ=WEEKLY;INTERVAL=3;BYDAY=SA">
          {(control) => (
            <Input
              {...control}
              value={repeat.rule}
              maxLength={500}
              spellCheck={false}
              autoComplete="off"
              className="font-mono text-grid"
              onChange={(event) => set({ kind: 'custom', rule: event.target.value })}
            />
          )}
        </Field>
      )}
      {!always && repeat.kind !== 'none' && repeat.kind !== 'custom' && (
        <EndingField
          ending={ending}
          date={date}
          onChange={(next) => onChange({ ...value, ending: next })}
        />
      )}
    </>
  );
}

/** The chosen recurrence as a sentence. */
export const RecurrenceWords = ({ value }: { value: Recurrence }) => `${wordsOf(value)}.`;

function EndingField({
  ending,
  date,
  onChange,
}: {
  ending: Ending;
  date: string;
  onChange: (ending: Ending) => void;
}) {
  const name = useId();
  const choices = [
    { kind: 'never', label: 'Never', next: { kind: 'never' } },
    { kind: 'on', label: 'On a date', next: { kind: 'on', date: '' } },
    { kind: 'after', label: 'After a number of times', next: { kind: 'after', times: 10 } },
  ] as const;
  return (
    <fieldset>
      <legend className="mb-1 text-grid font-medium">Ends</legend>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {choices.map(({ kind, label, next }) => (
          <label key={kind} className="flex min-h-control items-center gap-2">
            <input
              type="radio"
              name={name}
              className="size-4 accent-(--accent)"
              checked={ending.kind === kind}
              onChange={() => onChange(next)}
            />
            {label}
          </label>
        ))}
        {ending.kind === 'on' && (
          <DateInput
            aria-label="Last date"
            className="w-44"
            min={date}
            value={ending.date}
            onChange={(event) => onChange({ kind: 'on', date: event.target.value })}
          />
        )}
        {ending.kind === 'after' && (
          <Input
            aria-label="Number of times"
            type="number"
            min={1}
            max={9999}
            className="w-24 tabular-nums"
            value={Number.isNaN(ending.times) ? '' : ending.times}
            onChange={(event) =>
              onChange({
                kind: 'after',
                times: event.target.value === '' ? NaN : Number(event.target.value),
              })
            }
          />
        )}
      </div>
    </fieldset>
  );
}
