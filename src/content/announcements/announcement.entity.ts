import { defineEntity, p } from '@mikro-orm/core';
import type { Announcement } from '#libs/contracts';
import { contentColumns } from '../content-columns.js';

const schema = defineEntity({
  name: 'Announcement',
  tableName: 'announcement',
  properties: {
    ...contentColumns,
    content: p.string(),
    priority: p.string().$type<Announcement['priority']>(),
    /** the order in lists; 1 comes first */
    priorityRank: p.integer(),
    expiresAt: p.datetime().nullable(),
  },
});

/** A short text for members, which may expire. */
export class AnnouncementEntity extends schema.class {}
schema.setClass(AnnouncementEntity);
export { schema as AnnouncementSchema };
