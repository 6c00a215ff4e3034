import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type z } from 'zod';
import { createDonation, type Donation, memberMethods } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { useAddDonation } from './add-donation';
import { noonUtc } from './donation-form';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { useDoubts } from './use-doubts';
import { FieldGrid, GiftDialog, GiftFacts, GiftNotes, GivingMember } from './gift-form';

const schema = createDonation.pick({
  userId: true,
  amount: true,
  paymentMethod: true,
  date: true,
  campaign: true,
  notes: true,
});

export interface AddDonationDialogProps {
  today: string;
  onClose: () => void;
  onRecorded: (donation: Donation) => void;
}

/** A member's gift, recorded by hand. */
export default function AddDonationDialog({ today, onClose, onRecorded }: AddDonationDialogProps) {
  const add = useAddDonation();
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: {
      userId: '',
      amount: '',
      paymentMethod: 'Cash',
      date: today,
      campaign: '',
      notes: '',
    },
  });
  const { draft, leave } = useDialogDraft(form, 'donation.new', onClose);
  const doubts = useDoubts(today);
  const submit = form.handleSubmit(async (values) => {
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
  });
  return (
    <GiftDialog
      title="Add Donation"
      description="A gift of a member, recorded by hand."
      form={form}
      onSubmit={submit}
      draft={draft}
      onClose={leave}
      submit="Record donation"
      pending={add.isPending || form.formState.isSubmitting}
      pendingLabel="Recording…"
      doubts={doubts.sentences}
    >
      <GivingMember />
      <FieldGrid>
        <GiftFacts methods={memberMethods} dateOptional today={today} />
      </FieldGrid>
      <GiftNotes />
    </GiftDialog>
  );
}
