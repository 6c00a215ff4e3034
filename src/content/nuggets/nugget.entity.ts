import { defineEntity, p } from '@mikro-orm/core';
import type { Nugget } from '#libs/contracts';
import { contentColumns, pictureColumns, tagColumns } from '../content-columns.js';

const schema = defineEntity({
  name: 'Nugget',
  tableName: 'nugget',
  properties: {
    ...contentColumns,
    ...pictureColumns,
    ...tagColumns,
    description: p.string(),
    videoUrl: p.string(),
    thumbnailUrl: p.string().nullable(),
    durationSeconds: p.integer(),
    category: p.string().$type<Nugget['category']>(),
    viewCount: p.integer().default(0),
  },
});

/** A short inspiring video. */
export class NuggetEntity extends schema.class {}
schema.setClass(NuggetEntity);
export { schema as NuggetSchema };
