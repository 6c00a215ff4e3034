import { defineEntity, p } from '@mikro-orm/core';
import { kept, pictured, tagged } from '../kept.js';

const schema = defineEntity({
  name: 'Sermon',
  tableName: 'sermon',
  properties: {
    ...kept,
    ...pictured,
    ...tagged,
    description: p.string(),
    preacher: p.string().nullable(),
    /** a calendar date */
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
