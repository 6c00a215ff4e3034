import { defineEntity, p } from '@mikro-orm/core';
import { kept, pictured, tagged } from '../kept.js';

const schema = defineEntity({
  name: 'BrothersContent',
  tableName: 'brothers_content',
  properties: {
    ...kept,
    ...pictured,
    ...tagged,
    description: p.string().nullable(),
    content: p.string().nullable(),
    youtubeUrl: p.string().nullable(),
    fileId: p.uuid().nullable(),
    viewCount: p.integer().default(0),
  },
});

/** Something of the men's library. */
export class BrothersEntity extends schema.class {}
schema.setClass(BrothersEntity);
export { schema as BrothersSchema };
