import { z } from 'zod';
import { id, text, timestamp } from '../common.js';

/** A text between two lengths. The messages are those of the specification documents. */
const between = (least: number, most: number, subject: string) =>
  z
    .string(`${subject} must be at least ${least} characters`)
    .transform((value) => value.trim())
    .pipe(
      z
        .string()
        .min(least, `${subject} must be at least ${least} characters`)
        .max(most, `${subject} must be less than ${most} characters`),
    )
    .pipe(text(most));

export const messageInput = z.strictObject({
  subject: between(3, 100, 'Subject'),
  content: between(10, 1000, 'Message'),
});
export type MessageInput = z.input<typeof messageInput>;
export const replyInput = z.strictObject({ reply: between(10, 1000, 'Reply') });
export type ReplyInput = z.input<typeof replyInput>;

/** A message to the pastor, as its sender sees it. */
export const message = z.object({
  id,
  userId: id,
  subject: z.string(),
  content: z.string(),
  date: timestamp,
  isRead: z.boolean(),
  isReplied: z.boolean(),
  pastorReply: z.string().nullable(),
  repliedAt: timestamp.nullable(),
});
export type Message = z.infer<typeof message>;

/**
 * A message as the inbox shows it. `userName` and `userEmail` are empty if the sender was removed.
 */
export const inboxMessage = message.extend({
  createdAt: timestamp,
  userName: z.string(),
  userEmail: z.string(),
});
export type InboxMessage = z.infer<typeof inboxMessage>;

export const inboxQuery = z.strictObject({
  state: z.enum(['unread', 'pending', 'replied']).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(4000).optional(),
});
/** The number of unread messages. */
export const inboxCount = z.object({ count: z.number().int() });
