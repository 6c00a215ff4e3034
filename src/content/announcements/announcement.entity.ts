import { defineEntity, p } from '@mikro-orm/core';
import type { Announcement } from '#libs/contracts';
import { kept } from '../kept.js';

const schema = defineEntity({
  name: 'Announcement',
  tableName: 'announcement',
  properties: {
    ...kept,
    content: p.string(),
    priority: p.string().$type<Announcement['priority']>(),
    /** 1 is said first */
    priorityRank: p.integer(),
    expiresAt: p.datetime().nullable(),
  },
});

/** What the church tells its members for a while. */
export class AnnouncementEntity extends schema.class {}
schema.setClass(AnnouncementEntity);
export { schema as AnnouncementSchema };
