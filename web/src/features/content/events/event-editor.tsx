import { lazy, useRef } from 'react';
import { noop } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import { addDays, daysBetween, isCalendarDate } from '#libs/calendar';
import type { Event, EventInput } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { EditorPage, type BackLink } from '../../../components/content/editor-page';
import { Field } from '../../../components/ui/form/field';
import { Checkbox, DateInput, Input, Textarea } from '../../../components/ui/form/input';
import { LinkField } from '../../../components/ui/form/link-field';
import { PictureField } from '../../../components/ui/form/picture-field';
import { RecurrenceField } from '../../../components/ui/form/recurrence-field';
import { Skeleton } from '../../../components/ui/skeleton';
import { WhenNear } from '../../../components/ui/when-near';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { minutesInWords } from '../../../lib/content/duration';
import { useContentForm } from '../../../lib/forms/use-content-form';
import {
  calculateEnd,
  type EventValues,
  labelEventFields,
  minutesOf,
  newEvent,
  type RecurrenceCode,
  valuesOf,
} from './event-values';

const DatesField = lazy(() =>
  import('../../../components/ui/form/dates-field').then((module) => ({
    default: module.DatesField,
  })),
);
const EventPreview = lazy(() => import('./event-preview'));
const resolver = lazyResolver<EventValues, EventInput>(() => import('./event-resolver'));

export interface EventEditorProps {
  event: Event | null;
  /** Reads and describes how an event repeats. It is loaded with an existing event. */
  recurrenceCode: RecurrenceCode | null;
  /** Today in the church's time zone, for a new event. */
  today: string;
  location: string;
  onSaved: (event: Event) => void;
}

export const eventsList: BackLink = {
  to: '/admin/events',
  label: 'Events Management',
};

/** The sentence below the title of the editor. */
function describeEditor(event: Event | null): string {
  if (event?.status === 'cancelled')
    return 'This event is canceled, also after you save it. The list of events can reinstate it.';
  return event?.isRecurring
    ? 'Changes apply to every date in the series. To leave out one day, skip its date.'
    : 'Members see it on the dashboard, in Community and in the Church Program.';
}

/** Creates or edits an event. A series is edited as a whole. */
export function EventEditor({ event, recurrenceCode, today, location, onSaved }: EventEditorProps) {
  const contentForm = useContentForm({
    kind: 'events',
    item: event,
    toValues: (savedEvent) =>
      savedEvent ? valuesOf(savedEvent, recurrenceCode) : newEvent(today, location),
    resolver,
    onSaved,
  });
  const { register, control, setValue, getValues, formState } = contentForm.form;
  const { errors } = formState;
  const values = useWatch({ control }) as EventValues;
  const repeats = values.recurrence.repeat.kind !== 'none';
  const minutes = minutesOf(values);
  /** The last duration in minutes that was not negative or zero. */
  const lastDuration = useRef(minutes);
  /** The last complete date in the field, which is empty or incomplete while the user types. */
  const lastValidDate = useRef(values.date);
  /** Moves the skipped dates of an existing series by as many days as its first date. */
  const moveSkipped = (date: string) => {
    if (!isCalendarDate(date) || !isCalendarDate(lastValidDate.current)) return;
    const days = daysBetween(lastValidDate.current, date);
    lastValidDate.current = date;
    if (event?.isRecurring !== true || days === 0) return;
    const moved = values.exceptions.map((skipped) =>
      addDays(`${skipped}T00:00:00`, days).slice(0, 10),
    );
    setValue('exceptions', moved, { shouldDirty: true });
  };
  /** Moves the end when the start changes, so that the event keeps its duration. */
  const moveEnd = (start: Partial<Pick<EventValues, 'date' | 'time'>>) => {
    if (minutes > 0) lastDuration.current = minutes;
    const end = calculateEnd(
      { date: values.date, time: values.time, ...start },
      lastDuration.current,
    );
    if (!end) return;
    setValue('endDate', end.endDate, { shouldDirty: true });
    setValue('endTime', end.endTime, { shouldDirty: true });
  };

  return (
    <EditorPage
      kindName="Event"
      description={describeEditor(event)}
      back={eventsList}
      isEdit={event !== null}
      form={contentForm}
      labels={labelEventFields(recurrenceCode)}
      preview={<EventPreview values={values} event={event} today={today} />}
    >
      <Card title="What">
        <div className="space-y-4">
          <Field label="Title" error={errors.title?.message}>
            {(props) => <Input {...props} autoComplete="off" {...register('title')} />}
          </Field>
          <Field label="Description" error={errors.description?.message}>
            {(props) => <Textarea {...props} rows={5} {...register('description')} />}
          </Field>
          <Controller
            control={control}
            name="imageUrl"
            render={({ field, fieldState }) => (
              <PictureField
                error={fieldState.error?.message}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                inputRef={field.ref}
                saved={{ address: event?.imageUrl ?? null, pictureUrl: event?.pictureUrl ?? null }}
              />
            )}
          />
          <Checkbox label="Featured: stands out among the events" {...register('isHighlighted')} />
        </div>
      </Card>
      <Card title="When">
        <div className="space-y-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={repeats ? 'First date' : 'Date'} error={errors.date?.message}>
              {(props) => (
                <DateInput
                  {...props}
                  {...register('date', {
                    deps: ['endTime'],
                    onChange: (change: { target: { value: string } }) => {
                      const moved = change.target.value;
                      moveEnd({ date: moved });
                      moveSkipped(moved);
                      if (repeats && moved !== '' && values.date !== '')
                        void import('../../../lib/content/recurrence-changes').then(
                          ({ moveToDate }) =>
                            setValue(
                              'recurrence',
                              moveToDate(getValues('recurrence'), values.date, moved),
                              { shouldDirty: true },
                            ),
                          noop,
                        );
                    },
                  })}
                />
              )}
            </Field>
            <Field label="Time" error={errors.time?.message}>
              {(props) => (
                <Input
                  {...props}
                  type="time"
                  className="tabular-nums"
                  {...register('time', {
                    deps: ['endTime'],
                    onChange: (change: { target: { value: string } }) =>
                      moveEnd({ time: change.target.value }),
                  })}
                />
              )}
            </Field>
            <Field
              label="End date"
              help={minutes > 0 ? `Lasts ${minutesInWords(minutes)}.` : undefined}
              error={errors.endDate?.message}
            >
              {(props) => <DateInput {...props} {...register('endDate', { deps: ['endTime'] })} />}
            </Field>
            <Field label="End time" error={errors.endTime?.message}>
              {(props) => (
                <Input {...props} type="time" className="tabular-nums" {...register('endTime')} />
              )}
            </Field>
          </div>
          <Controller
            control={control}
            name="recurrence"
            render={({ field }) => (
              <RecurrenceField
                value={field.value}
                onChange={field.onChange}
                inputRef={field.ref}
                date={values.date || today}
                error={errors.recurrence?.message}
              />
            )}
          />
          {repeats && (
            <Controller
              control={control}
              name="exceptions"
              render={({ field }) => (
                <WhenNear orOnInteraction fallback={<Skeleton className="h-24 w-full" />}>
                  <DatesField
                    label="Skipped dates"
                    help="No event on these dates, a holiday for example."
                    min={values.date}
                    error={errors.exceptions?.message ?? errors.exceptions?.[0]?.message}
                    value={field.value}
                    onChange={field.onChange}
                  />
                </WhenNear>
              )}
            />
          )}
        </div>
      </Card>
      <Card title="Where">
        <div className="space-y-4">
          <Field label="Location" error={errors.location?.message}>
            {(props) => <Input {...props} autoComplete="off" {...register('location')} />}
          </Field>
          <LinkField
            label="WebEx link"
            optional
            help="Members join the meeting by it."
            error={errors.webexLink?.message}
            name="webexLink"
            register={register}
          />
          <Field
            label="Google Calendar ID"
            optional
            help="Of the event in Google Calendar, or its address."
            error={errors.googleCalendarId?.message}
          >
            {(props) => <Input {...props} autoComplete="off" {...register('googleCalendarId')} />}
          </Field>
        </div>
      </Card>
    </EditorPage>
  );
}
