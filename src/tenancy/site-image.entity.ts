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
