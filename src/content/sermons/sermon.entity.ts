import { defineEntity, p } from '@mikro-orm/core';
import { contentColumns, pictureColumns, tagColumns } from '../content-columns.js';

const schema = defineEntity({
  name: 'Sermon',
  tableName: 'sermon',
  properties: {
    ...contentColumns,
    ...pictureColumns,
    ...tagColumns,
    description: p.string(),
    preacher: p.string().nullable(),
    /** a calendar date (`2026-11-22`) */
    date: p.string().columnType('date'),
    durationMinutes: p.integer(),
    videoUrl: p.string().nullable(),
    audioUrl: p.string().nullable(),
    fileId: p.uuid().nullable(),
    thumbnailUrl: p.string().nullable(),
  },
});

/** A sermon of the archive, to watch or to listen to. */
export class SermonEntity extends schema.class {}
schema.setClass(SermonEntity);
export { schema as SermonSchema };
