import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { LinkField } from '../../../components/ui/form/link-field';
import { RecurrenceField } from '../../../components/ui/form/recurrence-field';
import { churchToday } from '../../../lib/church';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { settingsQuery } from '../../../lib/queries/settings';
import { readRecurrence } from '../../../lib/content/recurrence';
import { useDraft } from '../../../lib/forms/use-draft';
import type { ServiceEntry, ServiceValues } from './service-values';

const resolver = lazyResolver<ServiceValues, ServiceEntry>(() => import('./service-resolver'));

export interface ServiceDialogProps {
  entry: ServiceEntry | null;
  /** The name under which the form draft of this dialog is stored. */
  name: string;
  pending: boolean;
  onClose: () => void;
  onSave: (entry: ServiceEntry, done: () => void) => void;
}

/** The form of one regular service: its repetition, time and place. */
export default function ServiceDialog({
  entry,
  name,
  pending,
  onClose,
  onSave,
}: ServiceDialogProps) {
  const today = churchToday(useQuery(settingsQuery).data);
  const form = useForm<ServiceValues, unknown, ServiceEntry>({
    resolver,
    defaultValues: {
      ...(entry ?? { title: '', time: '11:00', durationMinutes: 60, place: '', link: '' }),
      recurrence: entry
        ? readRecurrence(entry.recurrence, today)
        : { repeat: { kind: 'weekly', days: ['SU'] }, ending: { kind: 'never' }, weekStart: 'SU' },
    },
  });
  const draft = useDraft(form, name);
  const { register, control, handleSubmit, formState } = form;
  const { errors } = formState;
  const leave = () => {
    draft.drop();
    onClose();
  };
  const submit = handleSubmit((values) => onSave(values, leave));
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={entry ? 'Edit Service' : 'Add Service'}
      dirty={formState.isDirty && !pending}
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={leave}
        submit="Save Service"
        pending={pending}
        pendingLabel="Saving..."
      >
        <DraftNote draft={draft} />
        <Field label="Name" error={errors.title?.message}>
          {(props) => (
            <Input
              {...props}
              autoComplete="off"
              placeholder="Sunday Service"
              {...register('title')}
            />
          )}
        </Field>
        <Controller
          control={control}
          name="recurrence"
          render={({ field }) => (
            <RecurrenceField
              value={field.value}
              onChange={field.onChange}
              inputRef={field.ref}
              date={today}
              error={errors.recurrence?.message}
              always
            />
          )}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Time" error={errors.time?.message}>
            {(props) => (
              <Input {...props} type="time" className="tabular-nums" {...register('time')} />
            )}
          </Field>
          <Field label="Length in minutes" error={errors.durationMinutes?.message}>
            {(props) => (
              <Input
                {...props}
                type="number"
                inputMode="numeric"
                min={5}
                step={5}
                className="tabular-nums"
                {...register('durationMinutes', { valueAsNumber: true })}
              />
            )}
          </Field>
        </div>
        <Field label="Place" optional error={errors.place?.message}>
          {(props) => <Input {...props} autoComplete="off" {...register('place')} />}
        </Field>
        <LinkField
          label="Link"
          optional
          help="Where people join online."
          error={errors.link?.message}
          name="link"
          register={register}
        />
      </DialogForm>
    </Dialog>
  );
}
