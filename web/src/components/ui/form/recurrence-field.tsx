import { lazy, Suspense } from 'react';
import { noop } from '@tanstack/react-query';
import { formatShort } from '#libs/calendar';
import type { Recurrence, RepeatKind } from '../../../lib/content/recurrence';
import { Field } from './field';
import { Select } from './input';

// Most events happen once, so the code for series is loaded when the user is about to choose one.
const loadRules = () => import('../../../lib/content/recurrence-changes');
const loadDetails = () => import('./recurrence-details');
const RecurrenceDetails = lazy(loadDetails);
const RecurrenceWords = lazy(() =>
  loadDetails().then((module) => ({ default: module.RecurrenceWords })),
);
const preload = () => void Promise.all([loadRules(), loadDetails()]).catch(noop);

export interface RecurrenceFieldProps {
  label?: string;
  value: Recurrence;
  onChange: (value: Recurrence) => void;
  /** The date on which the series begins, or today. */
  date: string;
  error: string | undefined;
  /** A regular service always repeats, without an end. */
  always?: boolean;
  inputRef?: React.Ref<HTMLSelectElement>;
}

function kindsFor(date: string, always: boolean): [RepeatKind, string][] {
  const kinds: [RepeatKind, string][] = [
    ['none', 'Does not repeat'],
    ['weekly', 'Every week'],
    ['biweekly', 'Every two weeks'],
    ['monthly-weekday', 'On certain weekdays of the month'],
    ['monthly-day', `Every month on day ${Number(date.slice(8, 10))}`],
    ['yearly', `Every year on ${formatShort(date).split(',')[0]!}`],
    ['custom', 'Custom rule (RRULE)'],
  ];
  // Without a start date, every two weeks, monthly by date, and yearly have no meaning.
  return always
    ? kinds.filter(([kind]) => ['weekly', 'monthly-weekday', 'custom'].includes(kind))
    : kinds;
}

/** A field for a recurrence: simple choices first, and a rule of RFC 5545 for special cases. */
export function RecurrenceField({
  label = 'Repeats',
  value,
  onChange,
  date,
  error,
  always = false,
  inputRef,
}: RecurrenceFieldProps) {
  const { repeat } = value;
  const choose = (kind: RepeatKind) => {
    const chosenValue = { ...value, pendingChoice: { kind, date } };
    onChange(chosenValue);
    loadRules().then(({ applyPendingChoice }) => onChange(applyPendingChoice(chosenValue)), noop);
  };
  return (
    <div className="space-y-4">
      <Field
        label={label}
        help={
          repeat.kind === 'none' || repeat.kind === 'custom' ? undefined : (
            <Suspense fallback={'\u00a0'}>
              <RecurrenceWords value={value} />
            </Suspense>
          )
        }
        error={error}
      >
        {(control) => (
          <Select
            {...control}
            ref={inputRef}
            value={value.pendingChoice?.kind ?? repeat.kind}
            onFocus={preload}
            onPointerEnter={preload}
            onChange={(event) => choose(event.target.value as RepeatKind)}
          >
            {kindsFor(date, always).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {repeat.kind !== 'none' && (
        <Suspense>
          <RecurrenceDetails value={value} onChange={onChange} date={date} always={always} />
        </Suspense>
      )}
    </div>
  );
}
