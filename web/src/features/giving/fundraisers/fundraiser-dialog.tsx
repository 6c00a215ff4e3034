import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { type z } from 'zod';
import { createFundraiser, type Fundraiser } from '#libs/contracts';
import { fromDecimal, toDecimal } from '#libs/money';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { DateInput, Input, Textarea } from '../../../components/ui/form/input';
import { MoneyInput, tidy } from '../../../components/ui/form/money-input';
import { Switch } from '../../../components/ui/switch';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { useSaveFundraiser } from './save-fundraiser';

export interface FundraiserDialogProps {
  /** Absent: a new one. */
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
  const { draft, leave } = useDialogDraft(form, `fundraiser.${fundraiser?.id ?? 'new'}`, onClose);
  const { errors } = formState;

  const submit = handleSubmit(({ current, startDate, ...values }) => {
    if (save.isPending) return;
    const body = { ...values, goal: toDecimal(values.goal), startDate: startDate ?? undefined };
    const opening = current && current > 0n ? { current: toDecimal(current) } : {};
    save.mutate(
      fundraiser ? { id: fundraiser.id, body } : { id: null, body: { ...body, ...opening } },
      {
        onSuccess: (saved) => {
          onSaved(saved);
          leave();
        },
        onError: (error) => void setServerIssues(form, error),
      },
    );
  });

  return (
    <Dialog
      open
      onOpenChange={leave}
      title={fundraiser ? 'Edit Campaign' : 'Create Campaign'}
      description="Active campaigns stand on every member's giving page."
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
        <Field label="Title" error={errors.title?.message}>
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
