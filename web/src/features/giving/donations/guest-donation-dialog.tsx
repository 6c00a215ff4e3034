import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type z } from 'zod';
import { createGuestDonation, type Donation, paymentMethods } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { toastError } from '../../../lib/toast';
import { useAddGuestDonation } from './add-guest-donation';
import { noonUtc } from './donation-form';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { useDoubts } from './use-doubts';
import { FieldGrid, GiftDialog, GiftFacts, GiftNotes, GuestContact, GuestNames } from './gift-form';

const schema = createGuestDonation.omit({ isManualEntry: true, addedBy: true });

export interface GuestDonationDialogProps {
  title: string;
  today: string;
  onClose: () => void;
  onRecorded: (donation: Donation) => void;
}

/** A gift of someone without an account. */
export default function GuestDonationDialog({
  title,
  today,
  onClose,
  onRecorded,
}: GuestDonationDialogProps) {
  const add = useAddGuestDonation();
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: {
      guestFirstName: '',
      guestLastName: '',
      guestEmail: '',
      guestPhone: '',
      amount: '',
      date: today,
      paymentMethod: 'Cash',
      campaign: '',
      notes: '',
      transactionId: '',
    },
  });
  const { draft, leave } = useDialogDraft(form, 'donation.new-guest', onClose);
  const doubts = useDoubts(today);
  const submit = form.handleSubmit(
    async (values) => {
      if (!(await doubts.isSettled(values))) return;
      add.mutate(
        { ...values, amount: toDecimal(values.amount), date: noonUtc(values.date) },
        {
          onSuccess: (donation) => {
            onRecorded(donation);
            leave();
          },
          onError: (error) => void setServerIssues(form, error),
        },
      );
    },
    (wrong) => {
      if (wrong.guestFirstName ?? wrong.guestLastName ?? wrong.amount)
        toastError('Please fill in first name, last name, and amount.');
    },
  );
  return (
    <GiftDialog
      title={title}
      description="Guests with the same name and email address stand as one giver in the ledger."
      form={form}
      onSubmit={submit}
      draft={draft}
      onClose={leave}
      submit="Record donation"
      pending={add.isPending || form.formState.isSubmitting}
      pendingLabel="Recording…"
      doubts={doubts.sentences}
    >
      <FieldGrid>
        <GuestNames required />
        <GiftFacts methods={paymentMethods} dateOptional today={today} />
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
    </GiftDialog>
  );
}
