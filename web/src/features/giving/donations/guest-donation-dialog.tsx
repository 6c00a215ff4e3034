import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type z } from 'zod';
import { createGuestDonation, paymentMethods } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { toastError } from '../../../lib/toast';
import { useAddGuestDonation } from './add-guest-donation';
import { noonUtc } from './donation-form';
import { RecordDialog, type RecordDialogProps } from './record-dialog';
import { FieldGrid, GiftFacts, GiftNotes, GuestContact, GuestNames } from './gift-form';

const schema = createGuestDonation.omit({ isManualEntry: true, addedBy: true });

/** Records a donation of a person without an account. */
export default function GuestDonationDialog({
  title,
  ...dialog
}: RecordDialogProps & { title: string }) {
  const add = useAddGuestDonation();
  const empty: z.input<typeof schema> = {
    guestFirstName: '',
    guestLastName: '',
    guestEmail: '',
    guestPhone: '',
    amount: '',
    date: dialog.today,
    paymentMethod: 'Cash',
    campaign: '',
    notes: '',
    transactionId: '',
  };
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  });
  return (
    <RecordDialog
      {...dialog}
      title={title}
      description="Guests with the same name and email address stand as one giver in the ledger."
      form={form}
      empty={empty}
      firstField="guestFirstName"
      draftName="donation.new-guest"
      record={(values, result) => {
        add.mutate(
          { ...values, amount: toDecimal(values.amount), date: noonUtc(values.date) },
          result,
        );
      }}
      isPending={add.isPending}
      onInvalid={(errors) => {
        if (errors.guestFirstName ?? errors.guestLastName ?? errors.amount)
          toastError('Please fill in first name, last name, and amount.');
      }}
    >
      <FieldGrid>
        <GuestNames required />
        <GiftFacts methods={paymentMethods} dateOptional today={dialog.today} />
      </FieldGrid>
      <details className="group rounded-md border">
        <summary className="flex h-control items-center px-3 font-medium text-ink-2 hover:text-ink">
          Contact, reference and notes (optional)
        </summary>
        <div className="grid gap-4 border-t p-3 sm:grid-cols-2">
          <GuestContact />
          <Field
            label="Transaction ID"
            optional
            className="sm:col-span-2"
            help="Check number or reference of the payment."
            error={form.formState.errors.transactionId?.message}
          >
            {(props) => <Input {...props} autoComplete="off" {...form.register('transactionId')} />}
          </Field>
          <GiftNotes className="sm:col-span-2" />
        </div>
      </details>
    </RecordDialog>
  );
}
