import { useQuery } from '@tanstack/react-query';
import { type AuditGroup, auditLabels } from '#libs/contracts';
import { Combobox } from '../../../components/ui/form/combobox';
import { DaysChip } from '../../../components/ui/overlay/days-chip';
import { Field } from '../../../components/ui/form/field';
import { ChoiceChip, FieldChip } from '../../../components/ui/overlay/filter-chips';
import { fullName, peopleQuery } from '../../../lib/queries/people';
import { type AuditSearch } from './queries';

const actions = Object.entries(auditLabels).map(([value, label]) => ({ value, label }));

/** The filters of the audit log. Their values are in the address. */
export function AuditFilterChips({
  filters,
  group,
  today,
  onChange,
}: {
  filters: Partial<AuditSearch>;
  /** The group that is listed. */
  group: AuditGroup | 'all';
  today: string;
  onChange: (next: Partial<AuditSearch>) => void;
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
      <GroupChoice
        group={group}
        onChoose={(next) => onChange({ group: next, action: undefined })}
      />
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

const groupLabels: Record<AuditGroup | 'all', string> = {
  all: 'All',
  changes: 'Changes',
  views: 'Views',
  access: 'Sign-ins',
};
const groups = ['all', 'changes', 'views', 'access'] as const;

function GroupChoice({
  group,
  onChoose,
}: {
  group: AuditGroup | 'all';
  onChoose: (group: AuditGroup | 'all') => void;
}) {
  return (
    <div role="group" aria-label="Which entries" className="flex flex-wrap gap-1.5">
      {groups.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === group}
          onClick={() => onChoose(value)}
          className={
            'inline-flex h-8 items-center rounded-full border border-line-strong bg-surface px-3 ' +
            'text-grid text-ink-2 transition-colors duration-150 hover:text-ink ' +
            'aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium ' +
            'aria-pressed:text-accent touch:h-control'
          }
        >
          {groupLabels[value]}
        </button>
      ))}
    </div>
  );
}
