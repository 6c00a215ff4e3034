import { defineEntity, p } from '@mikro-orm/core';
import { contentColumns, pictureColumns, tagColumns } from '../content-columns.js';

const schema = defineEntity({
  name: 'BrothersContent',
  tableName: 'brothers_content',
  properties: {
    ...contentColumns,
    ...pictureColumns,
    ...tagColumns,
    description: p.string().nullable(),
    content: p.string().nullable(),
    youtubeUrl: p.string().nullable(),
    fileId: p.uuid().nullable(),
    viewCount: p.integer().default(0),
  },
});

/** An item of the library of Brothers in Christ. */
export class BrothersEntity extends schema.class {}
schema.setClass(BrothersEntity);
export { schema as BrothersSchema };
