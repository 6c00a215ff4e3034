import { useQuery } from '@tanstack/react-query';
import { auditLabels } from '#libs/contracts';
import { Combobox } from '../../../components/ui/form/combobox';
import { DaysChip } from '../../../components/ui/overlay/days-chip';
import { Field } from '../../../components/ui/form/field';
import { ChoiceChip, FieldChip } from '../../../components/ui/overlay/filter-chips';
import { fullName, peopleQuery } from '../../../lib/queries/people';
import { type AuditFilters } from './queries';

const actions = Object.entries(auditLabels).map(([value, label]) => ({ value, label }));

/** The filters of the audit log. Their values are in the address. */
export function AuditFilterChips({
  filters,
  today,
  onChange,
}: {
  filters: Partial<AuditFilters>;
  today: string;
  onChange: (next: Partial<AuditFilters>) => void;
}) {
  const people = useQuery(peopleQuery).data ?? [];
  const options = people.map((person) => ({
    value: person.id,
    label: fullName(person) || person.email,
    hint: person.email,
  }));
  const { action, personId, from, to } = filters;
  return (
    <>
      <ChoiceChip
        label="Action"
        value={action}
        options={actions}
        onChange={(next) => onChange({ action: next })}
      />
      <FieldChip
        label="Person"
        text={
          personId &&
          (options.find(({ value }) => value === personId)?.label ?? 'somebody who left')
        }
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
      <DaysChip from={from} to={to} max={today} onChange={onChange} />
    </>
  );
}
