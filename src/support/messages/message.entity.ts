import { defineEntity, p } from '@mikro-orm/core';

const schema = defineEntity({
  name: 'Message',
  tableName: 'pastor_message',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** encrypted, like `content` and `reply` (`encryption.ts`) */
    subject: p.string(),
    content: p.string(),
    reply: p.string().nullable(),
    isRead: p.boolean().default(false),
    repliedAt: p.datetime().nullable(),
    repliedBy: p.uuid().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});

/** A message of a member to the pastor, with the reply. */
export class MessageEntity extends schema.class {}
schema.setClass(MessageEntity);
export { schema as MessageSchema };
