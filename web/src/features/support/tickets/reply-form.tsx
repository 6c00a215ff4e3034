import { type RefObject, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Lock, Send } from 'lucide-react';
import { may, type Ticket, type TicketRights, type User } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Checkbox } from '../../../components/ui/form/input';
import { LeaveGuard } from '../../../components/ui/form/leave-guard';
import { cn } from '../../../lib/cn';
import { ticketPeopleQuery } from '../../../lib/queries/tickets';
import { fieldIssues } from '../../../lib/forms/server-issues';
import { useTextDraft } from '../../../lib/forms/use-text-draft';
import { AttachFiles, AttachZone } from './writing/attach-files';
import { useAddMessage } from './change-ticket';
import { MentionTextarea } from './writing/mention-textarea';
import { isForPage, useKeysOn } from './queue/queue-keys';
import { useAttachments } from './writing/use-attachments';

/** The form for a message in a ticket, with attachments. */
export default function ReplyForm({
  ticket,
  user,
  rights,
}: {
  ticket: Ticket;
  user: User;
  rights: TicketRights;
}) {
  const send = useAddMessage(ticket.id);
  const [message, setMessage] = useState('');
  const [isInternal, setInternal] = useState(false);
  // A note is confidential, so no draft is stored.
  const draft = useTextDraft(user, {
    name: `ticket.${ticket.id}`,
    text: message,
    isKept: !isInternal,
    onRestore: setMessage,
  });
  const attachments = useAttachments(
    user.organizationId === null ? ticket.organizationId : undefined,
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const answers = rights.assign || (may(user, 'ticket.answer') && ticket.ticketType === 'external');
  const { data: people = [] } = useQuery({
    ...ticketPeopleQuery(ticket.ticketType),
    enabled: answers,
  });
  useReplyKey(field);
  const refusal = (name: string) =>
    fieldIssues(send.error).find(({ path }) => path.split('.')[0] === name)?.message;

  const isEmpty = message.trim() === '';
  const submit = () => {
    if (isEmpty || send.isPending || attachments.isBusy) return;
    send.mutate(
      { message, isInternal, attachments: attachments.ids },
      {
        onSuccess: () => {
          setMessage('');
          setInternal(false);
          attachments.clear();
          draft.drop();
          // The button is disabled now and loses the focus. On touch devices, focusing the field
          // would open the keyboard.
          if (window.matchMedia('(pointer: fine)').matches) focusUnlessElsewhere(field.current);
        },
        onError: () => focusUnlessElsewhere(field.current),
      },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="mt-4 border-t pt-4"
    >
      {((isInternal && !isEmpty) || attachments.files.length > 0) && !send.isPending && (
        <LeaveGuard onLeave={draft.drop} />
      )}
      <AttachZone attachments={attachments} className="space-y-3">
        {draft.offered && isEmpty && <DraftNote draft={draft} />}
        <Field
          label={isInternal ? 'Internal note' : 'Your message'}
          error={refusal('message')}
          help={answers ? 'Type @ to mention somebody, who is told by email.' : undefined}
        >
          {(control) => (
            <div className={cn(isInternal && '[&_textarea]:bg-private-soft')}>
              <MentionTextarea
                {...control}
                textareaRef={field}
                rows={4}
                readOnly={send.isPending}
                placeholder={
                  isInternal ? 'Only those who may read notes see this.' : 'Write a message...'
                }
                people={people.filter(
                  ({ id, role }) => id !== user.id && (ticket.aboutGift || role !== 'secretary'),
                )}
                value={message}
                onChange={setMessage}
              />
            </div>
          )}
        </Field>
        <AttachFiles attachments={attachments} error={refusal('attachments')} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {rights.writeNotes ? (
            <Checkbox
              label="Internal note"
              checked={isInternal}
              onChange={(event) => setInternal(event.target.checked)}
            />
          ) : (
            <span />
          )}
          <Button
            type="submit"
            variant="primary"
            disabled={isEmpty}
            pending={send.isPending || attachments.isBusy}
            pendingLabel={attachments.isBusy ? 'Uploading...' : 'Sending...'}
            className="max-sm:w-full"
          >
            {isInternal ? (
              <Lock aria-hidden className="size-4" />
            ) : (
              <Send aria-hidden className="size-4" />
            )}
            Send Message
          </Button>
        </div>
      </AttachZone>
    </form>
  );
}

/**
 * Focuses the field, unless the user has moved to something outside of the form, such as an open
 * menu.
 */
function focusUnlessElsewhere(field: HTMLTextAreaElement | null): void {
  const focused = document.activeElement;
  const isElsewhere = focused !== document.body && !field?.form?.contains(focused);
  if (!isElsewhere) field?.focus();
}

/** Makes the key r focus the message field from anywhere on the ticket. */
function useReplyKey(field: RefObject<HTMLTextAreaElement | null>): void {
  const isOn = useKeysOn();
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'r' || event.shiftKey || !isForPage(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [isOn, field]);
}
