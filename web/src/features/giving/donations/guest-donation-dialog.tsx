import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { type z } from 'zod';
import { createGuestDonation, type Donation, paymentMethods } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { Button } from '../../../components/button';
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog';
import { Field } from '../../../components/field';
import { DateInput, Input, Select, Textarea } from '../../../components/input';
import { MoneyInput } from '../../../components/money-input';
import { toastError } from '../../../lib/toast';
import { useAddGuestDonation } from './add-guest-donation';
import { CampaignField } from './campaign-field';
import { blankToNull, noonUtc } from './donation-form';

const form = createGuestDonation.omit({ isManualEntry: true, addedBy: true });

export interface GuestDonationDialogProps {
  title: string;
  today: string;
  onClose: () => void;
  onRecorded: (donation: Donation) => void;
}

/** A gift of someone without an account. */
export default function GuestDonationDialog({ title, today, onClose, onRecorded }: GuestDonationDialogProps) {
  const add = useAddGuestDonation();
  const { register, control, handleSubmit, formState } = useForm<z.input<typeof form>, unknown, z.output<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: {
      guestFirstName: '', guestLastName: '', guestEmail: '', guestPhone: '', amount: '', date: today,
      paymentMethod: 'Cash', campaign: '', notes: '', transactionId: '',
    },
  });
  const { errors } = formState;
  const submit = handleSubmit(
    (values) => {
      if (add.isPending) return;
      add.mutate(
        { ...values, amount: toDecimal(values.amount), date: noonUtc(values.date) },
        {
          onSuccess: (donation) => {
            onRecorded(donation);
            onClose();
          },
        },
      );
    },
    (wrong) => {
      if (wrong.guestFirstName ?? wrong.guestLastName ?? wrong.amount) toastError('Please fill in first name, last name, and amount.');
    },
  );

  return (
    <Dialog open onOpenChange={onClose} title={title} description="Guests with the same name stand as one giver in the ledger." dirty={formState.isDirty && !add.isPending}>
      <form onSubmit={(event) => void submit(event)} noValidate className="contents">
        <DialogBody>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="First name" error={errors.guestFirstName && 'First name is required'}>
              {(props) => <Input {...props} autoComplete="off" {...register('guestFirstName')} />}
            </Field>
            <Field label="Last name" error={errors.guestLastName && 'Last name is required'}>
              {(props) => <Input {...props} autoComplete="off" {...register('guestLastName')} />}
            </Field>
            <Field label="Amount" error={errors.amount?.message}>
              {(props) => <MoneyInput {...props} {...register('amount')} />}
            </Field>
            <Field label="Date" optional error={errors.date?.message}>
              {(props) => <DateInput {...props} {...register('date', { setValueAs: blankToNull })} />}
            </Field>
            <Field label="Payment method" error={errors.paymentMethod?.message}>
              {(props) => (
                <Select {...props} {...register('paymentMethod')}>
                  {paymentMethods.map((method) => (
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
          <details className="group rounded-md border">
            <summary className="flex h-control items-center px-3 font-medium text-ink-2 hover:text-ink">Contact, reference and notes (optional)</summary>
            <div className="grid gap-4 border-t p-3 sm:grid-cols-2">
              <Field label="Email" optional error={errors.guestEmail?.message}>
                {(props) => <Input {...props} type="email" autoComplete="off" {...register('guestEmail')} />}
              </Field>
              <Field label="Phone" optional error={errors.guestPhone?.message}>
                {(props) => <Input {...props} type="tel" autoComplete="off" {...register('guestPhone')} />}
              </Field>
              <Field label="Transaction ID" optional className="sm:col-span-2" help="Check number or reference of the payment." error={errors.transactionId?.message}>
                {(props) => <Input {...props} autoComplete="off" {...register('transactionId')} />}
              </Field>
              <Field label="Notes" optional className="sm:col-span-2" error={errors.notes?.message}>
                {(props) => <Textarea {...props} rows={2} {...register('notes')} />}
              </Field>
            </div>
          </details>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={add.isPending} pendingLabel="Recording…">
            Record donation
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
