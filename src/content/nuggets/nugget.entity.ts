import { defineEntity, p } from '@mikro-orm/core';
import type { Nugget } from '#libs/contracts';
import { kept, pictured, tagged } from '../kept.js';

const schema = defineEntity({
  name: 'Nugget',
  tableName: 'nugget',
  properties: {
    ...kept,
    ...pictured,
    ...tagged,
    description: p.string(),
    videoUrl: p.string(),
    thumbnailUrl: p.string().nullable(),
    durationSeconds: p.integer(),
    category: p.string().$type<Nugget['category']>(),
    viewCount: p.integer().default(0),
  },
});

/** A short inspirational video. */
export class NuggetEntity extends schema.class {}
schema.setClass(NuggetEntity);
export { schema as NuggetSchema };
