import { defineEntity, p } from '@mikro-orm/core';
import type { SiteImage } from '#libs/contracts';

const schema = defineEntity({
  name: 'SiteImage',
  tableName: 'site_image',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.string().$type<SiteImage['type']>(),
    title: p.string(),
    description: p.string().nullable(),
    imageUrl: p.string(),
    active: p.boolean().default(true),
    position: p.integer().default(0),
    /** starts with 1, and increases with each change that a user saves */
    version: p.integer().default(1),
    /** the user who saved the last change; null if there was none */
    updatedBy: p.uuid().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
});

/** A site image: a picture of the church's appearance. */
export class SiteImageEntity extends schema.class {}
schema.setClass(SiteImageEntity);
export { schema as SiteImageSchema };
