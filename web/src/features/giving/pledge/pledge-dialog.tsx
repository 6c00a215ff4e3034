import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { createPledge, type EditPledge, type Pledge, pledgeYear } from '#libs/contracts';
import { fromDecimal, parseMoney, toDecimal } from '#libs/money';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { MoneyInput, tidy } from '../../../components/ui/form/money-input';
import { changedFields } from '../../../lib/forms/changed-fields';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { staleVersion } from '../../../lib/forms/stale-version';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { useCreatePledge } from './create-pledge';
import { PledgeConflict } from './pledge-conflict';
import { useUpdatePledge } from './update-pledge';

export interface PledgeDialogProps {
  userId: string;
  /** The current year. */
  year: number;
  /** The pledge to change; null to create one. */
  pledge: Pledge | null;
  onClose: () => void;
}

const schema = z.object({ amount: createPledge.shape.amount, year: pledgeYear });

/** Reads an empty or invalid amount as 0, and an invalid year as the current one. */
const amountText = (text: string) => {
  const parsed = parseMoney(text);
  return parsed.ok ? toDecimal(parsed.cents) : '0';
};

export default function PledgeDialog({ userId, year, onClose, ...props }: PledgeDialogProps) {
  // the version that the user has seen: the card loads later ones while the dialog is open
  const [pledge] = useState(props.pledge);
  const create = useCreatePledge();
  const update = useUpdatePledge();
  const pending = create.isPending || update.isPending;
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { amount: pledge ? tidy(fromDecimal(pledge.amount)) : '', year },
  });

  const { register, handleSubmit, formState } = form;
  const draftName = pledge ? `${pledge.id}.${pledge.version}` : 'new';
  const { draft, leave } = useDialogDraft(form, `pledge.${draftName}`, onClose);
  const [changes, setChanges] = useState<EditPledge>({});
  const stale = staleVersion(update);
  const done = {
    onSuccess: leave,
    onError: (error: unknown) => void setServerIssues(form, error),
  };
  const edit = ({ id, version }: Pledge, body: EditPledge) => {
    setChanges(body);
    update.mutate({ id, version, body }, done);
  };
  const submit = handleSubmit((values) => {
    if (pending) return;
    const amount = toDecimal(values.amount);
    if (pledge) edit(pledge, changedFields(pledge, { amount }));
    else create.mutate({ amount, year: values.year, userId, currentAmount: 0 }, done);
  });

  if (stale) {
    return (
      <Dialog
        open
        onOpenChange={leave}
        title="Your pledge was changed in the meantime"
        description={
          'A change was saved after you opened it, perhaps on another device. Choose ' +
          'which version stands.'
        }
      >
        <PledgeConflict
          current={stale}
          mine={{ ...stale, ...(changes as Partial<Pledge>) }}
          pending={pending}
          onKeepTheirs={leave}
          onUseMine={() => {
            edit(stale, changes);
          }}
        />
      </Dialog>
    );
  }

  return (
    <Dialog
      open
      onOpenChange={leave}
      size="sm"
      dirty={formState.isDirty && !pending}
      title={pledge ? 'Update Pledge' : 'Create Annual Pledge'}
      description={
        pledge
          ? `Your giving goal for ${pledge.year}.`
          : 'What you plan to give over the year. You can change it at any time.'
      }
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        forAll
        onCancel={leave}
        submit={pledge ? 'Update Pledge' : 'Create Pledge'}
        pending={pending}
        pendingLabel={pledge ? 'Updating...' : 'Creating...'}
      >
        <DraftNote draft={draft} />
        <Field label="Pledge amount" error={formState.errors.amount?.message}>
          {(control) => (
            <MoneyInput
              {...control}
              step="0.01"
              min="1"
              {...register('amount', { setValueAs: (text: unknown) => amountText(String(text)) })}
            />
          )}
        </Field>
        {!pledge && (
          <Field label="Year" error={formState.errors.year?.message}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min={2020}
                max={2030}
                className="tabular-nums"
                {...register('year', {
                  setValueAs: (text: unknown) =>
                    /^\d{4}$/.test(String(text)) ? Number(text) : year,
                })}
              />
            )}
          </Field>
        )}
      </DialogForm>
    </Dialog>
  );
}
