import { useId, useState } from 'react';
import { Lock, Mail } from 'lucide-react';
import type { TicketMessage as Message } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { cn } from '../../../lib/cn';
import { formatMoment, formatRelative } from '../../../lib/format';
import { AttachedList } from './writing/attached-list';
import { MessageText } from './message-text';
import { nameOf } from './words';

/** One message. A note looks different, so that it is not mistaken for an answer. */
export function TicketMessage({
  message: {
    message,
    quoted,
    isInternal,
    isAnswer,
    creator,
    createdAt,
    attachments,
    mentions,
    via,
  },
}: {
  message: Message;
}) {
  return (
    <li
      className={cn(
        'rounded-md border px-4 py-3',
        isInternal && 'border-transparent bg-private-soft',
        !isInternal && isAnswer && 'bg-surface',
        !isInternal && !isAnswer && 'border-transparent bg-sunken',
      )}
    >
      <div className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold break-words">{nameOf(creator)}</span>
        {isInternal && (
          <Badge tone="private" icon={Lock}>
            Internal
          </Badge>
        )}
        <span className="text-label text-ink-2">
          <time dateTime={createdAt} title={formatMoment(createdAt)}>
            {formatRelative(createdAt)}
          </time>
          {via === 'email' && (
            <>
              {' · '}
              <Mail aria-hidden className="mr-1 inline size-3.5 align-[-3px]" />
              by email
            </>
          )}
        </span>
      </div>
      <MessageText text={message} mentions={mentions} />
      {quoted && <Quoted text={quoted} />}
      <AttachedList addresses={attachments} />
    </li>
  );
}

/** The text of earlier messages that an email quotes. */
function Quoted({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mt-2">
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide quoted text' : 'Show quoted text'}
      </Button>
      {isOpen && (
        <blockquote
          id={id}
          className={
            'prose-width border-l-2 border-line-strong pl-3 break-words ' +
            'whitespace-pre-line text-ink-2'
          }
        >
          {text}
        </blockquote>
      )}
    </div>
  );
}
