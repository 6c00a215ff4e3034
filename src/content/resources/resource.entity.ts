import { defineEntity, p } from '@mikro-orm/core';
import type { Resource } from '#libs/contracts';
import { contentColumns, pictureColumns, tagColumns } from '../content-columns.js';

const schema = defineEntity({
  name: 'Resource',
  tableName: 'resource',
  properties: {
    ...contentColumns,
    ...pictureColumns,
    ...tagColumns,
    description: p.string(),
    resourceType: p.string().$type<Resource['resourceType']>(),
    skillLevel: p.string().$type<Resource['skillLevel']>(),
    topic: p.string().$type<Resource['topic']>(),
    durationMinutes: p.integer(),
    addedAt: p.datetime().onCreate(() => new Date()),
    content: p.string().nullable(),
    videoUrl: p.string().nullable(),
    audioUrl: p.string().nullable(),
    articleUrl: p.string().nullable(),
    fileId: p.uuid().nullable(),
    bookTitle: p.string().nullable(),
    bookAuthor: p.string().nullable(),
    bookIsbn: p.string().nullable(),
    bookPurchaseUrl: p.string().nullable(),
    thumbnailUrl: p.string().nullable(),
  },
});

/** A Bible study resource: a video, audio, an article or a book. */
export class ResourceEntity extends schema.class {}
schema.setClass(ResourceEntity);
export { schema as ResourceSchema };
