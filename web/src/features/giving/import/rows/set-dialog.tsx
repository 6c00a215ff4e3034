import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DonationImport, RepairImportRows } from '#libs/contracts';
import { Combobox } from '../../../../components/ui/form/combobox';
import { Dialog, DialogForm } from '../../../../components/ui/overlay/dialog';
import { Field } from '../../../../components/ui/form/field';
import { DateInput, Input } from '../../../../components/ui/form/input';
import { compareTexts } from '../../../../lib/compare-texts';
import { explain } from '../../../../lib/api';
import { plural } from '../../../../lib/format';
import { donorsAmong, fullName, peopleQuery } from '../../../../lib/queries/people';
import type { Settable } from './selected-row-actions';
import { FundCombobox } from '../../../../components/giving/fund-combobox';
import { MethodSelect } from '../reading/method-select';

export type SetChange = Pick<RepairImportRows, 'action' | 'values'>;

const titles: Record<Settable, string> = {
  giver: 'Who gave?',
  campaign: 'Which fund?',
  paymentMethod: 'Which payment method?',
  date: 'Which day?',
};
const names: Record<Settable, string> = {
  giver: 'Set giver',
  campaign: 'Set fund',
  paymentMethod: 'Set method',
  date: 'Set date',
};

export interface SetDialogProps {
  field: Settable;
  draft: DonationImport;
  rows: number;
  pending: boolean;
  onClose: () => void;
  onSet: (change: SetChange) => void;
}

/** Sets one value for one or several rows. */
export default function SetDialog({ field, draft, rows, pending, onClose, onSet }: SetDialogProps) {
  const [change, setChange] = useState<SetChange | null>(
    field === 'campaign' ? { action: 'set', values: { campaign: '' } } : null,
  );
  const [error, setError] = useState<string>();
  const choose = (next: SetChange | null) => {
    setError(undefined);
    setChange(next);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={titles[field]}
      description={
        `For ${plural(rows, 'row')}. The file itself stays as it is, and this can be ` + 'undone.'
      }
      size="sm"
    >
      <DialogForm
        submit={names[field]}
        pending={pending}
        pendingLabel="Saving…"
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          if (!change) setError(missing[field]);
          else if (!pending) onSet(change);
        }}
      >
        {fields[field]({ draft, error, onChange: choose })}
      </DialogForm>
    </Dialog>
  );
}

const missing: Record<Settable, string> = {
  giver: 'Choose a member, or name a guest.',
  campaign: '',
  paymentMethod: 'Choose how these gifts were made.',
  date: 'Enter the day of the gift.',
};

interface FieldProps {
  draft: DonationImport;
  error: string | undefined;
  onChange: (change: SetChange | null) => void;
}

const fields: Record<Settable, (props: FieldProps) => ReactNode> = {
  giver: (props) => <GiverFields {...props} />,
  campaign: (props) => <FundField {...props} />,
  paymentMethod: ({ draft, error, onChange }) => (
    <Field label="Payment method" error={error}>
      {(control) => (
        <MethodSelect
          {...control}
          draft={draft}
          defaultValue=""
          onChange={({ target }) =>
            onChange({ action: 'set', values: { paymentMethod: target.value } })
          }
        />
      )}
    </Field>
  ),
  date: ({ error, onChange }) => (
    <Field label="Date of the gift" error={error}>
      {(control) => (
        <DateInput
          {...control}
          onChange={({ target }) =>
            onChange(target.value === '' ? null : { action: 'set', values: { date: target.value } })
          }
        />
      )}
    </Field>
  ),
};

function FundField({ onChange }: FieldProps) {
  const [value, setValue] = useState('');
  return (
    <Field label="Fund" optional help="Empty: the General Fund.">
      {(control) => (
        <FundCombobox
          {...control}
          value={value}
          onChange={(campaign) => {
            setValue(campaign);
            onChange({ action: 'set', values: { campaign } });
          }}
        />
      )}
    </Field>
  );
}

/** Lets the user choose a member or enter a guest; the last entry counts. */
function GiverFields({ error, onChange }: FieldProps) {
  const people = useQuery(peopleQuery);
  const members = donorsAmong(people.data);
  const [member, setMember] = useState('');
  const [guest, setGuest] = useState('');
  return (
    <>
      <Field
        label="Member"
        optional
        error={
          error ??
          (people.error ? `The members could not be loaded. ${explain(people.error)}` : undefined)
        }
      >
        {(control) => (
          <Combobox
            {...control}
            options={members
              .map((person) => ({
                value: person.email,
                label: fullName(person) || person.email,
                hint: person.email,
              }))
              .sort((a, b) => compareTexts(a.label, b.label))}
            value={member}
            placeholder={people.isPending ? 'Loading members…' : 'Search by name or email'}
            emptyText="No member by that name."
            onChange={(email) => {
              setMember(email);
              setGuest('');
              onChange(email === '' ? null : { action: 'set', values: { email } });
            }}
          />
        )}
      </Field>
      <Field
        label="Or a guest"
        optional
        help="Somebody without an account. A guest of that name is found, or made with the import."
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={200}
            placeholder="Full name"
            value={guest}
            onChange={({ target }) => {
              setGuest(target.value);
              setMember('');
              const name = target.value.trim();
              onChange(name === '' ? null : { action: 'guest', values: { name } });
            }}
          />
        )}
      </Field>
    </>
  );
}
