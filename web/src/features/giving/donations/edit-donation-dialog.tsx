import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { type z } from 'zod';
import { type Donation, editDonation, memberMethods, paymentMethods } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { Button } from '../../../components/button';
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog';
import { Field } from '../../../components/field';
import { DateInput, Input, Select, Textarea } from '../../../components/input';
import { MoneyInput } from '../../../components/money-input';
import { CampaignField } from './campaign-field';
import { ConflictView } from './conflict-view';
import { editableOf, noonUtc } from './donation-form';
import { MemberField } from './member-field';
import { staleDonation, useUpdateDonation } from './update-donation';

const form = editDonation.omit({ isManualEntry: true, addedBy: true, transactionId: true }).required({ amount: true, date: true, paymentMethod: true });
type Output = z.output<typeof form>;

export interface EditDonationDialogProps {
  donation: Donation;
  onClose: () => void;
  onSaved: (donation: Donation) => void;
}

/** Corrects a donation. Nothing is lost: the history keeps what it was. */
export default function EditDonationDialog({ donation, onClose, onSaved }: EditDonationDialogProps) {
  const update = useUpdateDonation();
  const [mine, setMine] = useState<Output | null>(null);
  const { register, control, handleSubmit, formState } = useForm<z.input<typeof form>, unknown, Output>({
    resolver: zodResolver(form),
    defaultValues: editableOf(donation),
  });
  const { errors } = formState;
  const member = donation.donorKind === 'member';
  const known: readonly string[] = member ? memberMethods : paymentMethods;
  const methods = known.includes(donation.paymentMethod) ? known : [...known, donation.paymentMethod];
  const stale = staleDonation(update.error);

  const save = (values: Output, version: number) => {
    if (update.isPending) return;
    setMine(values);
    const { userId, guestFirstName, guestLastName, guestEmail, guestPhone, ...common } = values;
    const giver = member ? { userId } : { guestFirstName, guestLastName, guestEmail, guestPhone };
    update.mutate(
      { id: donation.id, version, body: { ...common, ...giver, amount: toDecimal(common.amount), date: noonUtc(common.date) ?? undefined } },
      {
        onSuccess: (saved) => {
          onSaved(saved);
          onClose();
        },
      },
    );
  };
  const submit = handleSubmit((values) => {
    save(values, donation.version);
  });

  if (stale && mine) {
    return (
      <Dialog open onOpenChange={onClose} title="This donation was changed meanwhile" description="Someone else saved a change after you opened it. Choose which version stands.">
        <ConflictView
          current={stale}
          mine={{ ...mine, amount: toDecimal(mine.amount) }}
          pending={update.isPending}
          onKeepTheirs={() => {
            onSaved(stale);
            onClose();
          }}
          onUseMine={() => {
            save(mine, stale.version);
          }}
        />
      </Dialog>
    );
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Edit Donation"
      description={`Of ${donation.donorName}. What it was stays in its history.`}
      dirty={formState.isDirty && !update.isPending}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="contents">
        <DialogBody>
          {member ? (
            <Controller
              control={control}
              name="userId"
              render={({ field }) => (
                <MemberField value={field.value ?? ''} onChange={field.onChange} onBlur={field.onBlur} inputRef={field.ref} error={errors.userId && 'Member is required'} />
              )}
            />
          ) : (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="First name" error={errors.guestFirstName?.message}>
                {(props) => <Input {...props} autoComplete="off" {...register('guestFirstName')} />}
              </Field>
              <Field label="Last name" error={errors.guestLastName?.message}>
                {(props) => <Input {...props} autoComplete="off" {...register('guestLastName')} />}
              </Field>
              <Field label="Email" optional error={errors.guestEmail?.message}>
                {(props) => <Input {...props} type="email" autoComplete="off" {...register('guestEmail')} />}
              </Field>
              <Field label="Phone" optional error={errors.guestPhone?.message}>
                {(props) => <Input {...props} type="tel" autoComplete="off" {...register('guestPhone')} />}
              </Field>
            </div>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Amount" error={errors.amount?.message}>
              {(props) => <MoneyInput {...props} {...register('amount')} />}
            </Field>
            <Field label="Date" error={errors.date?.message}>
              {(props) => <DateInput {...props} {...register('date')} />}
            </Field>
            <Field label="Payment method" error={errors.paymentMethod?.message}>
              {(props) => (
                <Select {...props} {...register('paymentMethod')}>
                  {methods.map((method) => (
                    <option key={method}>{method}</option>
                  ))}
                </Select>
              )}
            </Field>
            <Controller
              control={control}
              name="campaign"
              render={({ field }) => <CampaignField value={field.value ?? ''} onChange={field.onChange} onBlur={field.onBlur} error={errors.campaign?.message} />}
            />
          </div>
          <Field label="Notes" optional error={errors.notes?.message}>
            {(props) => <Textarea {...props} rows={2} {...register('notes')} />}
          </Field>
          <Field label="Reason for the change" optional help="Stands in the history beside your name." error={errors.reason?.message}>
            {(props) => <Input {...props} autoComplete="off" {...register('reason')} />}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={update.isPending} pendingLabel="Saving…">
            Save changes
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
