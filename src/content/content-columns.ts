import { p } from '@mikro-orm/core';

/** The table of each kind of content. */
export const contentTables = {
  resource: 'resource',
  sermon: 'sermon',
  nugget: 'nugget',
  event: 'church_event',
  announcement: 'announcement',
  study: 'bible_study',
  brothers: 'brothers_content',
} as const;
export type Kind = keyof typeof contentTables;

/** Columns that every kind of content has. */
export const contentColumns = {
  organizationId: p.uuid().primary(),
  id: p.uuid().primary(),
  title: p.string(),
  isActive: p.boolean().default(true),
  createdBy: p.uuid().nullable(),
  /** starts with 1, and increases with each change that a user saves */
  version: p.integer().default(1),
  /** the user who saved the last change; null if there was none */
  updatedBy: p.uuid().nullable(),
  /** when the item was moved to the trash; null for all other items */
  deletedAt: p.datetime().nullable(),
  /** the user who moved the item to the trash */
  deletedBy: p.uuid().nullable(),
  /** what `isActive` was before the item was moved to the trash, where it is false */
  wasActive: p.boolean().nullable(),
  createdAt: p.datetime().onCreate(() => new Date()),
  updatedAt: p
    .datetime()
    .onCreate(() => new Date())
    .onUpdate(() => new Date()),
};

/**
 * Columns of kinds whose cards have a picture. `pictureUrl` is the address on this server,
 * `pictureSource` the address on another host from which the picture was fetched.
 */
export const pictureColumns = {
  pictureUrl: p.string().nullable(),
  pictureSource: p.string().nullable(),
};

export const tagColumns = { tags: p.array().$type<string[]>() };
