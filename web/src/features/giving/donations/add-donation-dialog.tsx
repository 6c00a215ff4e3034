import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { type z } from 'zod';
import { createDonation, type Donation, memberMethods } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { Button } from '../../../components/button';
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog';
import { Field } from '../../../components/field';
import { DateInput, Select, Textarea } from '../../../components/input';
import { MoneyInput } from '../../../components/money-input';
import { useAddDonation } from './add-donation';
import { CampaignField } from './campaign-field';
import { blankToNull, noonUtc } from './donation-form';
import { MemberField } from './member-field';

const form = createDonation.pick({ userId: true, amount: true, paymentMethod: true, date: true, campaign: true, notes: true });

export interface AddDonationDialogProps {
  today: string;
  onClose: () => void;
  onRecorded: (donation: Donation) => void;
}

/** A member's gift, recorded by hand. */
export default function AddDonationDialog({ today, onClose, onRecorded }: AddDonationDialogProps) {
  const add = useAddDonation();
  const { register, control, handleSubmit, formState } = useForm<z.input<typeof form>, unknown, z.output<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: { userId: '', amount: '', paymentMethod: 'Cash', date: today, campaign: '', notes: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit((values) => {
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
  });

  return (
    <Dialog open onOpenChange={onClose} title="Add Donation" description="A gift of a member, recorded by hand." dirty={formState.isDirty && !add.isPending}>
      <form onSubmit={(event) => void submit(event)} noValidate className="contents">
        <DialogBody>
          <Controller
            control={control}
            name="userId"
            render={({ field }) => (
              <MemberField value={field.value} onChange={field.onChange} onBlur={field.onBlur} inputRef={field.ref} error={errors.userId && 'Member is required'} />
            )}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Amount" error={errors.amount?.message}>
              {(props) => <MoneyInput {...props} {...register('amount')} />}
            </Field>
            <Field label="Date" optional error={errors.date?.message}>
              {(props) => <DateInput {...props} {...register('date', { setValueAs: blankToNull })} />}
            </Field>
            <Field label="Payment method" error={errors.paymentMethod?.message}>
              {(props) => (
                <Select {...props} {...register('paymentMethod')}>
                  {memberMethods.map((method) => (
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
