import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DonationImport, ImportField, ImportRow } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { Combobox } from '../../../../components/ui/form/combobox';
import { type ControlProps, Field } from '../../../../components/ui/form/field';
import { DateInput, Input } from '../../../../components/ui/form/input';
import { compareTexts } from '../../../../lib/compare-texts';
import { donorsAmong, fullName, peopleQuery } from '../../../../lib/queries/people';
import { fieldNames } from '../reading/field-names';
import { FundCombobox } from '../../../../components/giving/fund-combobox';
import { MethodSelect } from '../reading/method-select';
import { giverFields, withoutRow } from './review-columns';
import type { SetChange } from './set-dialog';

type Values = Partial<Record<ImportField, string>>;

/**
 * The problems of one field of a row. `field` is null if the user cannot correct them by changing a
 * field.
 */
interface FieldProblems {
  field: ImportField | 'giver' | null;
  message: string;
}

const isGiver = (field: ImportField | null) =>
  giverFields.some((giverField) => giverField === field);
/** Problems of held rows that a value settles too. */
const heldFor: Partial<Record<string, ImportField | 'giver'>> = {
  giver: 'giver',
  name: 'giver',
  email: 'giver',
  date: 'date',
  amount: 'amount',
};

export function listCorrectableProblems(row: ImportRow): FieldProblems[] {
  const { state, problem, issues, message } = row;
  const field = state === 'held' ? heldFor[problem ?? ''] : undefined;
  const all: FieldProblems[] = issues.map((issue) => ({
    ...issue,
    field: isGiver(issue.field) ? 'giver' : issue.field,
  }));
  if (all.length === 0 && field) all.push({ field, message: message ?? '' });
  const byField = new Map<FieldProblems['field'], string[]>();
  for (const fieldProblem of all)
    byField.set(fieldProblem.field, [
      ...(byField.get(fieldProblem.field) ?? []),
      withoutRow(row, fieldProblem.message),
    ]);
  return [...byField].map(([field, messages]) => ({ field: field, message: messages.join(' ') }));
}

export interface RowFixProps {
  row: ImportRow;
  draft: DonationImport;
  pending: boolean;
  onSet: (change: SetChange) => void;
}

/** All problems of a row, each with the field to correct it. */
export function RowFix({ row, draft, pending, onSet }: RowFixProps) {
  const troubles = listCorrectableProblems(row);
  const [values, setValues] = useState<Values>({});
  const [guest, setGuest] = useState('');
  const [isAsked, setAsked] = useState(false);
  if (troubles.length === 0) return null;
  const set = (field: ImportField, value: string) =>
    setValues((old) => ({ ...old, [field]: value }));
  const canSave = troubles.some(({ field }) => field !== null);
  const name = guest.trim();
  const changed: Values = name ? { ...values, name } : values;
  const save = () => {
    setAsked(true);
    if (!pending && Object.keys(changed).length > 0)
      onSet({ action: name ? 'guest' : 'set', values: changed });
  };
  const control = (field: ImportField | 'giver', attributes: ControlProps): ReactNode => {
    switch (field) {
      case 'giver':
        return (
          <GiverControl
            attributes={attributes}
            row={row}
            email={values.email ?? ''}
            guest={guest}
            onMember={(email) => {
              setValues(({ email: _, ...otherValues }) =>
                email === '' ? otherValues : { ...otherValues, email },
              );
              setGuest('');
            }}
            onGuest={(typed) => {
              setGuest(typed);
              setValues(({ email: _, ...otherValues }) => otherValues);
            }}
          />
        );
      case 'date':
        return (
          <DateInput
            {...attributes}
            value={values.date ?? row.read.date ?? ''}
            onChange={({ target }) => set('date', target.value)}
          />
        );
      case 'paymentMethod':
        return (
          <MethodSelect
            {...attributes}
            draft={draft}
            value={values.paymentMethod ?? row.read.paymentMethod ?? ''}
            onChange={({ target }) => set('paymentMethod', target.value)}
          />
        );
      case 'campaign':
        return (
          <FundCombobox
            {...attributes}
            value={values.campaign ?? row.values.campaign ?? ''}
            onChange={(campaign) => set('campaign', campaign)}
          />
        );
      default:
        return (
          <Input
            {...attributes}
            inputMode={field === 'amount' ? 'decimal' : undefined}
            maxLength={2000}
            autoComplete="off"
            value={values[field] ?? row.values[field] ?? ''}
            onChange={({ target }) => set(field, target.value)}
          />
        );
    }
  };
  return (
    <form
      data-fix
      aria-label={`What is wrong with row ${row.rowName}`}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {troubles.map(({ field, message }) =>
        field === null ? (
          <p key="none" className="text-bad">
            {message}
          </p>
        ) : (
          <Field
            key={field}
            label={field === 'giver' ? 'Who gave' : fieldNames[field]}
            error={message}
          >
            {(attributes) => control(field, attributes)}
          </Field>
        ),
      )}
      {troubles.some(({ field }) => field === 'giver') && (
        <p className="text-label text-ink-2">
          This names the giver of row {row.rowName} alone. “Who gave these?” on the page answers for
          all rows of a giver.
        </p>
      )}
      {canSave && (
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Saving…">
          Save row {row.rowName}
        </Button>
      )}
      <p role="status" className="text-label text-ink-2 empty:hidden">
        {isAsked && Object.keys(changed).length === 0 && 'Nothing was changed so far.'}
      </p>
    </form>
  );
}

interface GiverControlProps {
  attributes: ControlProps;
  row: ImportRow;
  email: string;
  guest: string;
  onMember: (email: string) => void;
  onGuest: (name: string) => void;
}

/** Lets the user choose a member, exact matches of the name first, or enter the name of a guest. */
function GiverControl({ attributes, row, email, guest, onMember, onGuest }: GiverControlProps) {
  const people = donorsAmong(useQuery(peopleQuery).data);
  const likely = new Set(row.candidates.map((candidate) => candidate.id));
  const options = people
    .map((person) => ({
      value: person.email,
      label: fullName(person) || person.email,
      hint: person.email,
      first: likely.has(person.id),
    }))
    .sort((a, b) => Number(b.first) - Number(a.first) || compareTexts(a.label, b.label));
  return (
    <div className="space-y-2">
      <Combobox
        {...attributes}
        aria-invalid={undefined}
        options={options}
        value={email}
        onChange={onMember}
        placeholder="Choose the member…"
        emptyText="No member by that name."
      />
      <Input
        aria-label={`Or the name of a guest, for row ${row.rowName}`}
        placeholder="Or the name of a guest"
        autoComplete="off"
        maxLength={200}
        value={guest}
        onChange={({ target }) => onGuest(target.value)}
      />
    </div>
  );
}
