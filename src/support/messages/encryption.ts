import type { Message } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { newId } from '#libs/http';
import { CannotOpen, type KeyRing } from '#libs/sealed';
import { MessageEntity } from './message.entity.js';

/** The fields of a message that are encrypted. */
export const encryptedFields = ['subject', 'content', 'reply'] as const;
export type EncryptedField = (typeof encryptedFields)[number];

/**
 * Returns the context of an encrypted text, which can be decrypted only in its message and field.
 */
export const encryptionContext = (
  { organizationId, id }: Pick<MessageEntity, 'organizationId' | 'id'>,
  field: EncryptedField,
) => `${organizationId} ${id} ${field}`;

/** The texts that replace fields that cannot be decrypted. */
const replacements: Record<EncryptedField, string> = {
  subject: 'This message cannot be opened',
  content:
    'The key that it was sealed with is not here. ' +
    'Please ask whoever runs this portal to put it back.',
  reply:
    'The key that this answer was sealed with is not here. ' +
    'Please ask whoever runs this portal to put it back.',
};

/**
 * Returns a message as the API shows it. Replaces fields that cannot be decrypted by a sentence, so
 * that the list can show the other messages.
 */
export function toMessage(keys: KeyRing, entity: MessageEntity): Message {
  const decrypt = (field: EncryptedField, encrypted: string) => {
    try {
      return keys.unseal(encrypted, encryptionContext(entity, field));
    } catch (error) {
      if (error instanceof CannotOpen) return replacements[field];
      throw error;
    }
  };
  return {
    id: entity.id,
    userId: entity.userId,
    subject: decrypt('subject', entity.subject),
    content: decrypt('content', entity.content),
    date: entity.createdAt.toISOString(),
    isRead: entity.isRead,
    isReplied: entity.reply != null,
    pastorReply: entity.reply == null ? null : decrypt('reply', entity.reply),
    repliedAt: entity.repliedAt?.toISOString() ?? null,
  };
}

/** Encrypts a message and stores it. */
export async function storeMessage(
  tx: Tx,
  keys: KeyRing,
  userId: string,
  { subject, content }: { subject: string; content: string },
): Promise<MessageEntity> {
  const key = { organizationId: tx.organizationId!, id: newId() };
  const message = tx.em.create(MessageEntity, {
    ...key,
    userId,
    subject: keys.seal(subject, encryptionContext(key, 'subject')),
    content: keys.seal(content, encryptionContext(key, 'content')),
  });
  await tx.em.flush();
  return message;
}

/** Encrypts the reply to a message, stores it, and marks the message as read. */
export async function storeReply(
  tx: Tx,
  keys: KeyRing,
  message: MessageEntity,
  { reply, repliedBy }: { reply: string; repliedBy: string },
): Promise<void> {
  tx.em.assign(message, {
    reply: keys.seal(reply, encryptionContext(message, 'reply')),
    repliedAt: new Date(),
    repliedBy,
    isRead: true,
  });
  await tx.em.flush();
}
