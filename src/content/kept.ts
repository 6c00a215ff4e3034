import { p } from '@mikro-orm/core';

/** The kinds of content, and the table of each. */
export const tables = {
  resource: 'resource',
  sermon: 'sermon',
  nugget: 'nugget',
  event: 'church_event',
  announcement: 'announcement',
  study: 'bible_study',
  brothers: 'brothers_content',
} as const;
export type Kind = keyof typeof tables;

/** Columns that every kind of content has. */
export const kept = {
  organizationId: p.uuid().primary(),
  id: p.uuid().primary(),
  title: p.string(),
  isActive: p.boolean().default(true),
  createdBy: p.uuid().nullable(),
  createdAt: p.datetime().onCreate(() => new Date()),
  updatedAt: p
    .datetime()
    .onCreate(() => new Date())
    .onUpdate(() => new Date()),
};

/** The picture of a card: where this server shows it from, and the address that it was made from. */
export const pictured = {
  pictureUrl: p.string().nullable(),
  pictureSource: p.string().nullable(),
};

export const tagged = { tags: p.array().$type<string[]>() };

export const times = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) => ({
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
