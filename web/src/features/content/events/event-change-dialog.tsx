import { type ComponentProps, type SubmitEvent, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Event } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Checkbox, DateInput, Input, Textarea } from '../../../components/ui/form/input';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { isStale } from '../../../lib/forms/stale-version';
import { type EventChange, useEventChange } from './use-event-change';

interface Values {
  kind: EventChange['kind'];
  message: string;
  date: string;
  time: string;
  location: string;
  tell: boolean;
}

const valuesOf = (event: Event): Values => ({
  kind: 'move', // Enter changes nothing before the user has chosen something.
  message: '',
  date: event.date.slice(0, 10),
  time: event.date.slice(11, 16),
  location: event.location,
  tell: event.isActive,
});

const changeOf = ({ kind, message, date, time, location, tell }: Values): EventChange =>
  kind === 'cancel'
    ? { kind, message, tell }
    : { kind, date: `${date}T${time}:00`, location, tell };

const submitLabels = { cancel: 'Cancel Event', move: 'Move Event' };

const explanationOf = (event: Event) =>
  event.isRecurring
    ? `“${event.title}” changes on every date of the series. To leave out one day, edit the ` +
      'event and skip its date.'
    : `“${event.title}” stays in the program, where members see what has changed.`;

/** Cancels an event, moves it, or reinstates a canceled event. */
export default function EventChangeDialog({
  event,
  onClose,
}: {
  event: Event;
  onClose: () => void;
}) {
  const isCanceled = event.status === 'cancelled';
  const change = useEventChange(event);
  const form = useForm<Values>({ defaultValues: valuesOf(event) });
  const { register, control, handleSubmit, formState } = form;
  const kind = useWatch({ control, name: 'kind' });
  // Two clicks may both pass validation before the first request is sent.
  const isSending = useRef(false);
  const sendChange = (values: Values) => {
    if (isSending.current) return;
    isSending.current = true;
    change.mutate(changeOf(values), {
      onSuccess: onClose,
      onSettled: () => void (isSending.current = false),
      onError: (error) => {
        if (isStale(error)) onClose();
        else setServerIssues(form, error);
      },
    });
  };
  const submit = (submitted: SubmitEvent<HTMLFormElement>) =>
    void handleSubmit(sendChange)(submitted);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isCanceled ? 'Reinstate this event' : 'Move or cancel this event'}
      description={explanationOf(event)}
      dirty={formState.isDirty && !change.isPending}
    >
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        cancel="Close"
        submit={isCanceled ? 'Reinstate Event' : submitLabels[kind]}
        variant={kind === 'cancel' ? 'danger' : 'primary'}
        pending={change.isPending}
        pendingLabel="Saving..."
      >
        {!isCanceled && (
          // The Enter key must not send the form from here: members might be notified by mistake.
          <fieldset
            className="min-w-0"
            onKeyDown={(pressed) => {
              if (pressed.key === 'Enter') pressed.preventDefault();
            }}
          >
            <legend className="mb-1.5 text-grid font-medium">What happens to the event?</legend>
            <Choice label="It moves to another time or place" value="move" {...register('kind')} />
            <Choice label="It is canceled" value="cancel" {...register('kind')} />
          </fieldset>
        )}
        {kind === 'cancel' ? (
          <Field
            label="Message to members"
            optional
            help="For example the reason. It is part of the email."
            error={formState.errors.message?.message}
          >
            {(props) => <Textarea {...props} maxLength={1_000} {...register('message')} />}
          </Field>
        ) : (
          <TimeAndPlace form={form} />
        )}
        {event.isActive ? (
          <Checkbox label="Tell members now, by email and in the portal" {...register('tell')} />
        ) : (
          <p className="text-ink-2">The event is hidden, so members are not told.</p>
        )}
      </DialogForm>
    </Dialog>
  );
}

function Choice({ label, ...rest }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="flex min-h-control items-center gap-2">
      <input type="radio" className="size-4 accent-(--accent)" {...rest} />
      {label}
    </label>
  );
}

function TimeAndPlace({
  form: {
    register,
    formState: { errors },
  },
}: {
  form: ReturnType<typeof useForm<Values>>;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Date" error={errors.date?.message}>
          {(props) => (
            <DateInput {...props} {...register('date', { required: 'Please choose a date' })} />
          )}
        </Field>
        <Field label="Time" error={errors.time?.message}>
          {(props) => (
            <Input
              {...props}
              type="time"
              className="tabular-nums"
              {...register('time', { required: 'Please choose a time' })}
            />
          )}
        </Field>
      </div>
      <Field label="Location" error={errors.location?.message}>
        {(props) => <Input {...props} autoComplete="off" {...register('location')} />}
      </Field>
    </>
  );
}
