import { type ReactNode, useState } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Donation } from '#libs/contracts';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { GiftDialog } from './gift-form';
import { type Doubted, useDoubts } from './use-doubts';

/** The common properties of the dialogs that record a donation. They differ in the giver. */
export interface RecordDialogProps {
  /** Today in the church's time zone (`YYYY-MM-DD`). */
  today: string;
  onClose: () => void;
  onRecorded: (donation: Donation) => void;
}

/** The fields that stay as they are for the next donation. */
interface SharedFields {
  date?: string | null | undefined;
  paymentMethod?: string | undefined;
  campaign?: string | null | undefined;
}

interface RecordDialogParts<In extends FieldValues, Out extends FieldValues> {
  title: string;
  description: string;
  form: UseFormReturn<In, unknown, Out>;
  /** The values of an empty form. */
  empty: In;
  /** The field that has the focus first. */
  firstField: Path<In>;
  /** The name of the form draft. */
  draftName: string;
  /** Sends the donation to the server. */
  record: (
    values: Out,
    result: { onSuccess: (donation: Donation) => void; onError: (error: Error) => void },
  ) => void;
  /** Whether the donation is being sent to the server. */
  isPending: boolean;
  /** Called with the errors of a form that cannot be sent. */
  onInvalid?: (errors: FieldErrors<In>) => void;
  children: ReactNode;
}

/** Records a donation by hand, after it has shown possible mistakes. */
export function RecordDialog<
  In extends FieldValues & SharedFields,
  Out extends FieldValues & Doubted,
>({
  form,
  empty,
  firstField,
  draftName,
  today,
  record,
  isPending,
  onInvalid,
  onClose,
  onRecorded,
  ...dialog
}: RecordDialogProps & RecordDialogParts<In, Out>) {
  const { draft, leave } = useDialogDraft(form, draftName, onClose);
  const doubts = useDoubts(today);
  const [hasRecorded, setRecorded] = useState(false);
  const startNext = () => {
    const { date, paymentMethod, campaign } = form.getValues();
    setRecorded(true);
    doubts.forget();
    // Before `reset`, which forgets the fields until the next render.
    form.setFocus(firstField);
    form.reset({ ...empty, date, paymentMethod, campaign });
    // After `reset`, because that counts as a change, which would be stored as a draft.
    draft.drop();
  };
  const recordAnd = (afterwards: () => void) =>
    form.handleSubmit(async (values) => {
      if (!(await doubts.isSettled(values))) return;
      record(values, {
        onSuccess: (donation) => {
          onRecorded(donation);
          afterwards();
        },
        onError: (error) => void setServerIssues(form, error),
      });
    }, onInvalid);
  const pending = isPending || form.formState.isSubmitting;
  return (
    <GiftDialog
      {...dialog}
      form={form}
      onSubmit={recordAnd(leave)}
      onSubmitAndNext={recordAnd(startNext)}
      draft={draft}
      onClose={leave}
      // The button discards what was typed for the next donation. "Done" would not say that.
      cancel={hasRecorded && !form.formState.isDirty ? 'Done' : 'Cancel'}
      submit="Record donation"
      pending={pending}
      pendingLabel="Recording…"
      doubts={doubts.sentences}
    />
  );
}
