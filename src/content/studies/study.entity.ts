import { defineEntity, p } from '@mikro-orm/core';
import type { BibleStudy } from '#libs/contracts';
import { kept, pictured, tagged } from '../kept.js';

const schema = defineEntity({
  name: 'BibleStudy',
  tableName: 'bible_study',
  properties: {
    ...kept,
    ...pictured,
    ...tagged,
    content: p.string(),
    videoUrl: p.string().nullable(),
    studyResources: p.array().$type<string[]>(),
    onlineTools: p.json<BibleStudy['onlineTools']>(),
    viewCount: p.integer().default(0),
  },
});

/** A Bible study that a pastor published. */
export class StudyEntity extends schema.class {}
schema.setClass(StudyEntity);
export { schema as StudySchema };
