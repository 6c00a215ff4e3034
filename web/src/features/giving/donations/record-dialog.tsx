import type { ReactNode } from 'react';
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
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

interface RecordDialogParts<In extends FieldValues, Out extends FieldValues> {
  title: string;
  description: string;
  form: UseFormReturn<In, unknown, Out>;
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
export function RecordDialog<In extends FieldValues, Out extends FieldValues & Doubted>({
  form,
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
  const submit = form.handleSubmit(async (values) => {
    if (!(await doubts.isSettled(values))) return;
    record(values, {
      onSuccess: (donation) => {
        onRecorded(donation);
        leave();
      },
      onError: (error) => void setServerIssues(form, error),
    });
  }, onInvalid);
  return (
    <GiftDialog
      {...dialog}
      form={form}
      onSubmit={submit}
      draft={draft}
      onClose={leave}
      submit="Record donation"
      pending={isPending || form.formState.isSubmitting}
      pendingLabel="Recording…"
      doubts={doubts.sentences}
    />
  );
}
