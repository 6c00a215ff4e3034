import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type z } from 'zod';
import { createDonation, memberMethods } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { useAddDonation } from './add-donation';
import { noonUtc } from './donation-form';
import { RecordDialog, type RecordDialogProps } from './record-dialog';
import { FieldGrid, GiftFacts, GiftNotes, GivingMember } from './gift-form';

const schema = createDonation.pick({
  userId: true,
  amount: true,
  paymentMethod: true,
  date: true,
  campaign: true,
  notes: true,
});

/** Records a donation of a member by hand. */
export default function AddDonationDialog(dialog: RecordDialogProps) {
  const add = useAddDonation();
  const empty: z.input<typeof schema> = {
    userId: '',
    amount: '',
    paymentMethod: 'Cash',
    date: dialog.today,
    campaign: '',
    notes: '',
  };
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  });
  return (
    <RecordDialog
      {...dialog}
      title="Add Donation"
      description="A gift of a member, recorded by hand."
      form={form}
      empty={empty}
      firstField="userId"
      draftName="donation.new"
      record={(values, result) => {
        add.mutate(
          { ...values, amount: toDecimal(values.amount), date: noonUtc(values.date) },
          result,
        );
      }}
      isPending={add.isPending}
    >
      <GivingMember />
      <FieldGrid>
        <GiftFacts methods={memberMethods} dateOptional today={dialog.today} />
      </FieldGrid>
      <GiftNotes />
    </RecordDialog>
  );
}
