import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { type z } from 'zod';
import { createFundraiser, type EditFundraiser, type Fundraiser } from '#libs/contracts';
import { fromDecimal, toDecimal } from '#libs/money';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { DateInput, Input, Textarea } from '../../../components/ui/form/input';
import { MoneyInput, tidy } from '../../../components/ui/form/money-input';
import { Switch } from '../../../components/ui/switch';
import { changedFields } from '../../../lib/forms/changed-fields';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { staleVersion } from '../../../lib/forms/stale-version';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { FundraiserConflict, type FundraiserFields } from './fundraiser-conflict';
import { useSaveFundraiser } from './save-fundraiser';

export interface FundraiserDialogProps {
  /** Null for a new campaign. */
  fundraiser: Fundraiser | null;
  today: string;
  onClose: () => void;
  onSaved: (fundraiser: Fundraiser) => void;
}

const blankToNull = (value: unknown) => (value === '' || value == null ? null : value);

export default function FundraiserDialog({
  fundraiser,
  today,
  onClose,
  onSaved,
}: FundraiserDialogProps) {
  const save = useSaveFundraiser();
  const form = useForm<
    z.input<typeof createFundraiser>,
    unknown,
    z.output<typeof createFundraiser>
  >({
    resolver: zodResolver(createFundraiser),
    defaultValues: fundraiser
      ? {
          title: fundraiser.title,
          description: fundraiser.description,
          goal: tidy(fromDecimal(fundraiser.goal)),
          startDate: fundraiser.startDate,
          endDate: fundraiser.endDate ?? '',
          isActive: fundraiser.isActive,
        }
      : {
          title: '',
          description: '',
          goal: '',
          current: '',
          startDate: today,
          endDate: '',
          isActive: true,
        },
  });
  const { register, control, handleSubmit, formState } = form;
  const draftName = fundraiser ? `${fundraiser.id}.${fundraiser.version}` : 'new';
  const { draft, leave } = useDialogDraft(form, `fundraiser.${draftName}`, onClose);
  const { errors } = formState;

  const [changes, setChanges] = useState<EditFundraiser>({});
  const stale = staleVersion(save);
  const done = {
    onSuccess: (savedFundraiser: Fundraiser) => {
      onSaved(savedFundraiser);
      leave();
    },
    onError: (error: unknown) => void setServerIssues(form, error),
  };
  const edit = (before: Fundraiser, body: EditFundraiser) => {
    setChanges(body);
    save.mutate({ id: before.id, version: before.version, body }, done);
  };
  const submit = handleSubmit(({ current, startDate, endDate, isActive, ...values }) => {
    if (save.isPending) return;
    const fields = { ...values, goal: toDecimal(values.goal), endDate: endDate ?? null, isActive };
    if (fundraiser) {
      const after = { ...fields, startDate: startDate ?? fundraiser.startDate };
      edit(fundraiser, changedFields(fundraiser, after));
      return;
    }
    const opening = current && current > 0n ? { current: toDecimal(current) } : {};
    const body = { ...fields, ...opening, startDate: startDate ?? undefined };
    save.mutate({ id: null, body }, done);
  });

  if (stale) {
    return (
      <Dialog
        open
        onOpenChange={leave}
        title="This campaign was changed in the meantime"
        description="Someone else saved a change after you opened it. Choose which version stands."
      >
        <FundraiserConflict
          current={stale}
          mine={{ ...stale, ...(changes as Partial<FundraiserFields>) }}
          pending={save.isPending}
          onKeepTheirs={() => {
            onSaved(stale);
            leave();
          }}
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
      title={fundraiser ? 'Edit Campaign' : 'Create Campaign'}
      description="Active campaigns show on every member's giving page."
      dirty={formState.isDirty && !save.isPending}
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={leave}
        submit={fundraiser ? 'Update Campaign' : 'Create Campaign'}
        pending={save.isPending}
        pendingLabel={fundraiser ? 'Updating...' : 'Creating...'}
      >
        <DraftNote draft={draft} />
        <Field
          label="Title"
          help={
            fundraiser
              ? 'If you change the title, past donations to this campaign usually show ' +
                'the new title, too.'
              : undefined
          }
          error={errors.title?.message}
        >
          {(props) => <Input {...props} autoComplete="off" {...register('title')} />}
        </Field>
        <Field label="Description" error={errors.description?.message}>
          {(props) => <Textarea {...props} {...register('description')} />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Goal" error={errors.goal?.message}>
            {(props) => <MoneyInput {...props} {...register('goal')} />}
          </Field>
          {!fundraiser && (
            <Field
              label="Raised before"
              optional
              help="What came in before the start date."
              error={errors.current?.message}
            >
              {(props) => <MoneyInput {...props} {...register('current')} />}
            </Field>
          )}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Start date"
            optional
            help="Donations to this campaign count from this day on."
            error={errors.startDate?.message}
          >
            {(props) => (
              <DateInput {...props} {...register('startDate', { setValueAs: blankToNull })} />
            )}
          </Field>
          <Field
            label="End date"
            optional
            help="Without one the campaign is ongoing."
            error={errors.endDate?.message}
          >
            {(props) => (
              <DateInput {...props} {...register('endDate', { setValueAs: blankToNull })} />
            )}
          </Field>
        </div>
        <Controller
          control={control}
          name="isActive"
          render={({ field }) => (
            <label className="flex min-h-control items-center gap-3">
              <Switch
                checked={field.value ?? true}
                onCheckedChange={field.onChange}
                ref={field.ref}
              />
              Active: members see it
            </label>
          )}
        />
      </DialogForm>
    </Dialog>
  );
}
