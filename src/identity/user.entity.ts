import { defineEntity, p } from '@mikro-orm/core';
import type { PictureColumn } from '#libs/images';

const schema = defineEntity({
  name: 'AppUser',
  tableName: 'app_user',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    accountId: p.uuid().nullable(),
    email: p.string(),
    emailVerified: p.boolean().default(false),
    firstName: p.string(),
    lastName: p.string(),
    profileImageUrl: p.string().nullable(),
    role: p.string().default('member'),
    phone: p.string().nullable(),
    /** in E.164, confirmed by a code; used only while it is the same number as `phone` */
    smsNumber: p.string().nullable(),
    bio: p.string().nullable(),
    memberSince: p.datetime().nullable(),
    mfaEnabled: p.boolean().default(false),
    isApproved: p.boolean().default(false),
    approvedBy: p.uuid().nullable(),
    approvedAt: p.datetime().nullable(),
    isSuspended: p.boolean().default(false),
    suspendedBy: p.uuid().nullable(),
    suspendedAt: p.datetime().nullable(),
    suspendedReason: p.string().nullable(),
    notifyNewResources: p.boolean().default(true),
    notifyNewSermons: p.boolean().default(true),
    notifyNewEvents: p.boolean().default(true),
    notificationMethod: p.string().default('email'),
    isManuallyCreated: p.boolean().default(false),
    removedAt: p.datetime().nullable(),
    removedBy: p.uuid().nullable(),
    /** a number that `changeUser` increases when one of `versionedFields` changes */
    version: p.integer().default(1),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
});

/**
 * A user of a church. `accountId` is null if staff added the user and nobody has registered yet.
 */
export class AppUser extends schema.class {}
schema.setClass(AppUser);
export { schema as AppUserSchema };

/** The column of this context that contains ids of pictures. */
export const userPictureColumns: readonly PictureColumn[] = [['app_user', 'profile_image_url']];
