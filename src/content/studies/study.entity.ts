import { defineEntity, p } from '@mikro-orm/core';
import type { BibleStudy } from '#libs/contracts';
import { contentColumns, pictureColumns, tagColumns } from '../content-columns.js';

const schema = defineEntity({
  name: 'BibleStudy',
  tableName: 'bible_study',
  properties: {
    ...contentColumns,
    ...pictureColumns,
    ...tagColumns,
    content: p.string(),
    videoUrl: p.string().nullable(),
    studyResources: p.array().$type<string[]>(),
    onlineTools: p.json<BibleStudy['onlineTools']>(),
    viewCount: p.integer().default(0),
  },
});

/** A Bible study that a pastor or an admin published. */
export class StudyEntity extends schema.class {}
schema.setClass(StudyEntity);
export { schema as StudySchema };
