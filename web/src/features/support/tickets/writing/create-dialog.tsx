import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { Ticket, TicketType } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../../components/ui/form/draft-note';
import { Field } from '../../../../components/ui/form/field';
import { Input, Select, Textarea } from '../../../../components/ui/form/input';
import { ticketCategories, ticketPriorities } from '../../../../lib/choices';
import { lazyResolver } from '../../../../lib/forms/lazy-resolver';
import { useCreateTicket } from '../../../../lib/create-ticket';
import { organizationsQuery } from '../../../../lib/queries/organizations';
import { fieldIssues, setServerIssues } from '../../../../lib/forms/server-issues';
import { useDraft } from '../../../../lib/forms/use-draft';
import { AttachFiles, AttachZone } from './attach-files';
import type { TicketValues } from './ticket-values';
import { useAttachments } from './use-attachments';
import { categoryLabels, priorityLabels } from '../words';

const resolver = lazyResolver<TicketValues, TicketValues>(() => import('./create-resolver'));

export interface CreateDialogProps {
  type: TicketType;
  isPlatform: boolean;
  onClose: () => void;
  onCreated: (ticket: Ticket) => void;
}

const descriptions = {
  internal:
    'The people of your church who answer support tickets are told, and you when they answer.',
  external: 'The people of Church Connect answer it. All administrators of your church see it.',
  platform: 'The administrators of the church are told.',
};

/** Creates a ticket of the type of the current tab. */
export default function CreateDialog({ type, isPlatform, onClose, onCreated }: CreateDialogProps) {
  const create = useCreateTicket();
  const form = useForm<TicketValues, unknown, TicketValues>({
    resolver,
    defaultValues: {
      subject: '',
      description: '',
      priority: 'medium',
      category: 'general',
      ...(isPlatform ? { organizationId: '' } : {}),
    },
  });
  const draft = useDraft(form, `tickets.${type}.new`);
  const { register, handleSubmit, formState, control } = form;
  const church = useWatch({ control, name: 'organizationId' });
  const attachments = useAttachments(church);
  const canAttach = !isPlatform || Boolean(church);
  const { errors } = formState;
  const isBusy = attachments.isBusy;
  const submit = handleSubmit((values) => {
    if (create.isPending || isBusy) return;
    create.mutate(
      { ...values, ticketType: type, attachments: attachments.ids },
      {
        onSuccess: (ticket) => {
          draft.drop();
          onCreated(ticket);
          onClose();
        },
        onError: (error) => void setServerIssues(form, error),
      },
    );
  });
  const leave = () => {
    draft.drop();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      title="Create Support Ticket"
      description={descriptions[isPlatform ? 'platform' : type]}
      dirty={
        (formState.isDirty || attachments.files.length > 0) &&
        !create.isPending &&
        !create.isSuccess
      }
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={leave}
        submit="Create Ticket"
        pending={create.isPending || isBusy}
        pendingLabel={isBusy ? 'Uploading...' : 'Creating...'}
      >
        <DraftNote draft={draft} />
        <AttachZone attachments={canAttach ? attachments : null} className="space-y-4">
          {isPlatform && (
            <Field label="Church" error={errors.organizationId?.message}>
              {(control) => (
                <ChurchSelect
                  {...control}
                  {...register('organizationId', { onChange: attachments.clear })}
                />
              )}
            </Field>
          )}
          <Field label="Subject" error={errors.subject?.message}>
            {(control) => <Input {...control} autoComplete="off" {...register('subject')} />}
          </Field>
          <Field
            label="Description"
            help="What happened, and what you expected."
            error={errors.description?.message}
          >
            {(control) => <Textarea {...control} rows={6} {...register('description')} />}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Priority" error={errors.priority?.message}>
              {(control) => (
                <Select {...control} {...register('priority')}>
                  {ticketPriorities.map((value) => (
                    <option key={value} value={value}>
                      {priorityLabels[value]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Category" error={errors.category?.message}>
              {(control) => (
                <Select {...control} {...register('category')}>
                  {ticketCategories.map((value) => (
                    <option key={value} value={value}>
                      {categoryLabels[value]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          {canAttach && (
            <AttachFiles
              attachments={attachments}
              error={
                fieldIssues(create.error).find(({ path }) => path.startsWith('attachments'))
                  ?.message
              }
            />
          )}
        </AttachZone>
      </DialogForm>
    </Dialog>
  );
}

function ChurchSelect(control: React.ComponentProps<typeof Select>) {
  const { data = [] } = useQuery(organizationsQuery);
  return (
    <Select {...control}>
      <option value="">Choose a church</option>
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
