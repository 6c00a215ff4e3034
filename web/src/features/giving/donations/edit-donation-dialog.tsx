import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type z } from 'zod';
import { type Donation, editDonation, memberMethods, paymentMethods } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { Dialog } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { staleVersion } from '../../../lib/forms/stale-version';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { DonationConflict } from './donation-conflict';
import { editableOf, noonUtc } from './donation-form';
import {
  FieldGrid,
  GiftDialog,
  GiftFacts,
  GiftNotes,
  GivingMember,
  GuestContact,
  GuestNames,
} from './gift-form';
import { useUpdateDonation } from './update-donation';

const schema = editDonation
  .omit({ isManualEntry: true, addedBy: true, transactionId: true })
  .required({ amount: true, date: true, paymentMethod: true });
type Output = z.output<typeof schema>;

export interface EditDonationDialogProps {
  donation: Donation;
  onClose: () => void;
  onSaved: (donation: Donation) => void;
}

/** Corrects a donation. The history keeps the earlier versions. */
export default function EditDonationDialog({
  donation,
  onClose,
  onSaved,
}: EditDonationDialogProps) {
  const update = useUpdateDonation();
  const [mine, setMine] = useState<Output | null>(null);
  const form = useForm<z.input<typeof schema>, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: editableOf(donation),
  });
  const { draft, leave } = useDialogDraft(
    form,
    `donation.${donation.id}.${donation.version}`,
    onClose,
  );
  const member = donation.donorKind === 'member';
  const methods = member ? memberMethods : paymentMethods;
  const stale = staleVersion(update);

  const save = (values: Output, version: number) => {
    if (update.isPending) return;
    setMine(values);
    const { userId, guestFirstName, guestLastName, guestEmail, guestPhone, ...common } = values;
    const giver = member ? { userId } : { guestFirstName, guestLastName, guestEmail, guestPhone };
    update.mutate(
      {
        id: donation.id,
        version,
        before: stale ?? donation,
        body: {
          ...common,
          ...giver,
          amount: toDecimal(common.amount),
          date: noonUtc(common.date) ?? undefined,
        },
      },
      {
        onSuccess: (savedDonation) => {
          onSaved(savedDonation);
          leave();
        },
        onError: (error) => void setServerIssues(form, error),
      },
    );
  };
  const submit = form.handleSubmit((values) => {
    save(values, donation.version);
  });

  if (stale && mine) {
    return (
      <Dialog
        open
        onOpenChange={leave}
        title="This donation was changed in the meantime"
        description="Someone else saved a change after you opened it. Choose which version stands."
      >
        <DonationConflict
          current={stale}
          mine={{ ...mine, amount: toDecimal(mine.amount) }}
          pending={update.isPending}
          onKeepTheirs={() => {
            onSaved(stale);
            leave();
          }}
          onUseMine={() => {
            save(mine, stale.version);
          }}
        />
      </Dialog>
    );
  }

  return (
    <GiftDialog
      title="Edit Donation"
      description={`Of ${donation.donorName}. What it was stays in its history.`}
      form={form}
      onSubmit={submit}
      draft={draft}
      onClose={leave}
      submit="Save changes"
      pending={update.isPending}
      pendingLabel="Saving…"
      firstField="amount"
    >
      {member ? (
        <GivingMember present={{ value: donation.donorId, label: donation.donorName }} />
      ) : (
        <FieldGrid>
          <GuestNames />
          <GuestContact />
        </FieldGrid>
      )}
      <FieldGrid>
        <GiftFacts methods={methods} dateOptional={false} />
      </FieldGrid>
      <GiftNotes />
      <Field
        label="Reason for the change"
        optional
        help="Shown in the history next to your name."
        error={form.formState.errors.reason?.message}
      >
        {(props) => <Input {...props} autoComplete="off" {...form.register('reason')} />}
      </Field>
    </GiftDialog>
  );
}
