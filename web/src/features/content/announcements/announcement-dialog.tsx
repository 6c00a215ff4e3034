import { type SubmitEvent, useState } from 'react';
import { Controller } from 'react-hook-form';
import { formatShort } from '#libs/calendar';
import type { Announcement, CreateAnnouncement } from '#libs/contracts';
import { Confirm, Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { ConflictDialog } from '../../../components/content/conflict-dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Checkbox, DateInput, Input, Select } from '../../../components/ui/form/input';
import { MarkdownEditor } from '../../../components/ui/form/markdown-editor';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { useContentForm } from '../../../lib/forms/use-content-form';
import {
  announcementLabels,
  type AnnouncementValues,
  announcementValues,
} from './announcement-values';

const resolver = lazyResolver<AnnouncementValues, CreateAnnouncement>(
  () => import('./announcement-resolver'),
);

export interface AnnouncementDialogProps {
  announcement: Announcement | null;
  today: string;
  onClose: () => void;
  onSaved: (announcement: Announcement) => void;
}

/** Creates or edits an announcement. */
export default function AnnouncementDialog({
  announcement,
  today,
  onClose,
  onSaved,
}: AnnouncementDialogProps) {
  const { form, draft, submit, pending, dirty, conflict } = useContentForm({
    kind: 'announcements',
    item: announcement,
    toValues: announcementValues,
    resolver,
    // Send only the changed fields of an existing announcement. The form contains only the day on
    // which it expires, so that sending an unchanged day could change the time.
    toBody: (values, dirtyFields) => {
      const body = { ...values, expiresAt: values.expiresAt === '' ? null : values.expiresAt };
      return announcement
        ? Object.fromEntries(Object.entries(body).filter(([name]) => name in dirtyFields))
        : body;
    },
    onSaved: (savedItem) => {
      onSaved(savedItem);
      onClose();
    },
  });
  const { register, control, formState, getValues } = form;
  const { errors } = formState;
  const [pastDay, setPastDay] = useState<string | null>(null);
  /**
   * Asks first if the user shows an announcement whose last day has passed: members would see
   * nothing. Errors of the form come before the question.
   */
  const submitOrAsk = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { expiresAt, isActive } = getValues();
    const isPast = expiresAt !== '' && expiresAt < today && isActive;
    const { dirtyFields } = formState;
    const isIntended = !('expiresAt' in dirtyFields) && !('isActive' in dirtyFields);
    if (!isPast || isIntended || !(await form.trigger())) submit(event);
    else setPastDay(expiresAt);
  };
  const leave = () => {
    draft.drop();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      size="lg"
      title={announcement ? 'Edit Announcement' : 'Create Announcement'}
      description="Members see the active ones on their dashboard, the most important first."
      dirty={dirty}
    >
      <DialogForm
        onSubmit={(event) => void submitOrAsk(event)}
        onCancel={leave}
        submit={announcement ? 'Update Announcement' : 'Create Announcement'}
        pending={pending}
        pendingLabel={announcement ? 'Updating...' : 'Creating...'}
      >
        {conflict && <ConflictDialog {...conflict} labels={announcementLabels} />}
        <DraftNote draft={draft} />
        <Field label="Title" error={errors.title?.message}>
          {(props) => <Input {...props} autoComplete="off" {...register('title')} />}
        </Field>
        <Controller
          control={control}
          name="content"
          render={({ field }) => (
            <Field label="Content" error={errors.content?.message}>
              {(props) => (
                <MarkdownEditor
                  {...props}
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  inputRef={field.ref}
                />
              )}
            </Field>
          )}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Priority" error={errors.priority?.message}>
            {(props) => (
              <Select {...props} {...register('priority')}>
                <option value="high">High</option>
                <option value="normal">Normal</option>
                <option value="low">Low</option>
              </Select>
            )}
          </Field>
          <Field
            label="Expires"
            optional
            help="The last day on which members see it."
            error={errors.expiresAt?.message}
          >
            {(props) => <DateInput {...props} {...register('expiresAt')} />}
          </Field>
        </div>
        <Checkbox label="Active: members see it" {...register('isActive')} />
      </DialogForm>
      <Confirm
        open={pastDay !== null}
        onOpenChange={() => setPastDay(null)}
        title="Save with a date that has passed?"
        description={
          `${pastDay ? formatShort(pastDay) : ''} has passed, so members do not see this ` +
          'announcement.'
        }
        cancel="Change the date"
        confirm="Save anyway"
        variant="primary"
        onConfirm={() => {
          setPastDay(null);
          submit();
        }}
      />
    </Dialog>
  );
}
