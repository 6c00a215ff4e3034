import type { Message } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { newId } from '#libs/http';
import { CannotOpen, type KeyRing } from '#libs/sealed';
import { MessageEntity } from './message.entity.js';

/** What of a message is sealed. */
export const sealedFields = ['subject', 'content', 'reply'] as const;
export type SealedField = (typeof sealedFields)[number];

/** Where a sealed text belongs: in no other message, and in no other field, it can be opened. */
export const aboutField = (
  { organizationId, id }: Pick<MessageEntity, 'organizationId' | 'id'>,
  field: SealedField,
) => `${organizationId} ${id} ${field}`;

const unopened: Record<SealedField, string> = {
  subject: 'This message cannot be opened',
  content:
    'The key that it was sealed with is not here. Please ask whoever runs this portal to put it back.',
  reply:
    'The key that this answer was sealed with is not here. Please ask whoever runs this portal to put it back.',
};

/** A sentence stands for what cannot be opened: the others can. */
export function toMessage(keys: KeyRing, one: MessageEntity): Message {
  const read = (field: SealedField, sealed: string) => {
    try {
      return keys.unseal(sealed, aboutField(one, field));
    } catch (error) {
      if (error instanceof CannotOpen) return unopened[field];
      throw error;
    }
  };
  return {
    id: one.id,
    userId: one.userId,
    subject: read('subject', one.subject),
    content: read('content', one.content),
    date: one.createdAt.toISOString(),
    isRead: one.isRead,
    isReplied: one.reply != null,
    pastorReply: one.reply == null ? null : read('reply', one.reply),
    repliedAt: one.repliedAt?.toISOString() ?? null,
  };
}

/** Keeps what somebody wrote, sealed. */
export async function keepMessage(
  tx: Tx,
  keys: KeyRing,
  userId: string,
  { subject, content }: { subject: string; content: string },
): Promise<MessageEntity> {
  const at = { organizationId: tx.organizationId!, id: newId() };
  const message = tx.em.create(MessageEntity, {
    ...at,
    userId,
    subject: keys.seal(subject, aboutField(at, 'subject')),
    content: keys.seal(content, aboutField(at, 'content')),
  });
  await tx.em.flush();
  return message;
}

/** Keeps the answer, sealed; whoever answers has read it. */
export async function keepReply(
  tx: Tx,
  keys: KeyRing,
  message: MessageEntity,
  repliedBy: string,
  reply: string,
): Promise<void> {
  tx.em.assign(message, {
    reply: keys.seal(reply, aboutField(message, 'reply')),
    repliedAt: new Date(),
    repliedBy,
    isRead: true,
  });
  await tx.em.flush();
}
