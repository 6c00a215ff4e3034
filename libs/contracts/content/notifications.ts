import { z } from 'zod';
import { id, timestamp } from '../common.js';
import { notificationMethods } from '../identity/identity.js';

export const notificationTypes = ['resource', 'sermon', 'event'] as const;
export type NotificationType = (typeof notificationTypes)[number];

export const notification = z.object({
  id,
  userId: id,
  type: z.enum(notificationTypes),
  contentId: id,
  contentTitle: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  sentAt: timestamp,
  emailSent: z.boolean(),
  smsSent: z.boolean(),
});
export type Notification = z.infer<typeof notification>;
export const notificationCount = z.object({ count: z.number().int() });

export const notificationPreferences = z.strictObject({
  notifyNewResources: z.boolean().optional(),
  notifyNewSermons: z.boolean().optional(),
  notifyNewEvents: z.boolean().optional(),
  notificationMethod: z.enum(notificationMethods).optional(),
});
/**
 * The emails about new content. New content is collected until `closesAt`. `waiting` is the number
 * of emails that are to be sent then, `sent` the number in the last week.
 */
export const newsState = z.object({
  closesAt: timestamp.nullable(),
  waiting: z.number().int(),
  sent: z.number().int(),
});
export type NewsState = z.infer<typeof newsState>;

export const keptPreferences = z.object({
  notifyNewResources: z.boolean(),
  notifyNewSermons: z.boolean(),
  notifyNewEvents: z.boolean(),
  notificationMethod: z.enum(notificationMethods),
});
export type KeptPreferences = z.infer<typeof keptPreferences>;
export type NotificationPreferences = z.input<typeof notificationPreferences>;
export const notificationQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});

/**
 * `isSending` says whether the church sends text messages. `phone` is the last digits of the number
 * of the user, `isConfirmed` whether the user confirmed it with a code, and `isStopped` whether the
 * number answered STOP.
 */
export const smsNumber = z.object({
  isSending: z.boolean(),
  phone: z.string().nullable(),
  isConfirmed: z.boolean(),
  isStopped: z.boolean(),
});
export type SmsNumber = z.infer<typeof smsNumber>;

/**
 * The text messages of a church: whether this server can send them, whether an administrator has
 * turned them on, and how many of the limit of the calendar month were sent.
 */
export const smsState = z.object({
  isAvailable: z.boolean(),
  isOn: z.boolean(),
  sent: z.number().int(),
  limit: z.number().int(),
  readers: z.number().int(),
});
export type SmsState = z.infer<typeof smsState>;
