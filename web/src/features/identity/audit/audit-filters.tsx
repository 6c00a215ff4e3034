import { useQuery } from '@tanstack/react-query';
import { formatShort, isCalendarDate } from '#libs/calendar';
import { auditLabels } from '#libs/contracts';
import { Button } from '../../../components/button';
import { Combobox } from '../../../components/combobox';
import { Field } from '../../../components/field';
import { ChoiceChip, FieldChip } from '../../../components/filter-chips';
import { DateInput } from '../../../components/input';
import { fullName, peopleQuery } from '../../../lib/queries/people';
import { type AuditFilters } from './queries';

const actions = Object.entries(auditLabels).map(([value, label]) => ({ value, label }));

/** The filters of the audit log; what they are stands in the address. */
export function AuditFilterChips({ filters, today, onChange }: { filters: Partial<AuditFilters>; today: string; onChange: (next: Partial<AuditFilters>) => void }) {
  const people = useQuery(peopleQuery).data ?? [];
  const options = people.map((person) => ({ value: person.id, label: fullName(person) || person.email, hint: person.email }));
  const { action, personId, from, to } = filters;
  return (
    <>
      <ChoiceChip label="Action" value={action} options={actions} onChange={(next) => onChange({ action: next })} />
      <FieldChip
        label="Person"
        text={personId && (options.find(({ value }) => value === personId)?.label ?? 'somebody who left')}
        onClear={() => onChange({ personId: undefined })}
      >
        {(close) => (
          <Field label="Who did it, or whom it was done to">
            {(control) => (
              <Combobox
                {...control}
                options={options}
                value={personId ?? ''}
                placeholder="Search by name or email"
                emptyText="Nobody by that name."
                onChange={(next) => {
                  if (next === '') return;
                  onChange({ personId: next });
                  close();
                }}
              />
            )}
          </Field>
        )}
      </FieldChip>
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
              {(control) => <DateInput {...control} name="from" max={today} defaultValue={from} />}
            </Field>
            <Field label="To" optional>
              {(control) => <DateInput {...control} name="to" max={today} defaultValue={to} />}
            </Field>
            <Button type="submit" variant="primary" className="w-full">
              Show
            </Button>
          </form>
        )}
      </FieldChip>
    </>
  );
}

function spanOf(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return from === to ? formatShort(from) : `${formatShort(from)} – ${formatShort(to)}`;
  if (from) return `since ${formatShort(from)}`;
  return to && `until ${formatShort(to)}`;
}
