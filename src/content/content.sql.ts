import { statement, t } from '#libs/database';
import { contentTables, type Kind } from './content-columns.js';

/** Creates a statement for each of some kinds of content. */
const forKinds = <Statement>(
  kinds: readonly Kind[],
  create: (table: string) => Statement,
): Partial<Record<Kind, Statement>> =>
  Object.fromEntries(kinds.map((kind) => [kind, create(contentTables[kind])]));

/**
 * Counts a view of an item, once for each user and day, and returns the number of views. Only for
 * kinds that count views.
 */
export const countView = forKinds(['nugget', 'study', 'brothers'], (table) =>
  statement({
    parameters: { contentId: t.uuid, userId: t.uuid, day: t.date },
    columns: { viewCount: t.integer },
    sql: `
      with new_view as (
        insert into content_view (organization_id, content_id, user_id, day)
        values (:church, :contentId, :userId, :day)
        on conflict do nothing
        returning 1
      )
      update ${table}
         set view_count = view_count + (select count(*) from new_view)::int
       where organization_id = :church and id = :contentId
      returning view_count`,
  }),
);

/** Locks an item until the transaction ends, so that changes of it follow one another. */
export const lockItem = forKinds(Object.keys(contentTables) as Kind[], (table) =>
  statement({
    parameters: { id: t.uuid },
    columns: { id: t.uuid },
    sql: `
      select id
        from ${table}
       where organization_id = :church and id = :id
         for no key update`,
  }),
);

/** Lists the items in the trash. */
export const listDeleted = forKinds(Object.keys(contentTables) as Kind[], (table) =>
  statement({
    parameters: {},
    columns: {
      id: t.uuid,
      title: t.text,
      deletedAt: t.nullable(t.timestamptz), // never null here
      deletedBy: t.nullable(t.uuid),
    },
    sql: `
      select id, title, deleted_at, deleted_by
        from ${table}
       where organization_id = :church and deleted_at is not null`,
  }),
);

const withPicture = ['resource', 'sermon', 'nugget', 'event', 'study', 'brothers'] satisfies Kind[];

/**
 * Locks an item if it has no picture yet and `address` is still the web address of its picture.
 * Only for kinds with pictures.
 */
export const lockWithoutPicture = forKinds(withPicture, (table) =>
  statement({
    parameters: { id: t.uuid, address: t.text },
    columns: { id: t.uuid },
    sql: `
      select id
        from ${table}
       where organization_id = :church
         and id = :id
         and picture_source = :address
         and picture_url is null
         for update`,
  }),
);

/** Stores the picture of an item. Only for kinds with pictures. */
export const storePicture = forKinds(withPicture, (table) =>
  statement({
    parameters: { id: t.uuid, pictureUrl: t.text },
    sql: `
      update ${table}
         set picture_url = :pictureUrl
       where organization_id = :church and id = :id`,
  }),
);

/** Finds active items, the best matches first. `words` is a query for full-text search. */
export const findByWords = forKinds(['resource', 'sermon', 'event'], (table) =>
  statement({
    parameters: { words: t.text, limit: t.bigint },
    columns: { id: t.uuid, title: t.text },
    sql: `
      select id, title
        from ${table}
       where organization_id = :church
         and is_active
         and words @@ to_tsquery('english', :words)
       order by ts_rank(words, to_tsquery('english', :words)) desc, id desc
       limit :limit`,
  }),
);

/** The text of the kinds whose tables have no column for full-text search. */
const unindexedTexts = {
  nugget: `title || ' ' || description`,
  announcement: `title || ' ' || content`,
  study: `title || ' ' || content`,
  brothers: `title || ' ' || coalesce(description, '') || ' ' || coalesce(content, '')`,
} as const;
/** Announcements that have expired are not found. */
const alsoRequired: Partial<Record<Kind, string>> = {
  announcement: 'and (expires_at is null or expires_at > now())',
};

const createTextSearch = (kind: keyof typeof unindexedTexts) => {
  const vector = `to_tsvector('english', ${unindexedTexts[kind]})`;
  return statement({
    parameters: { words: t.text, limit: t.bigint },
    columns: { id: t.uuid, title: t.text },
    sql: `
      select id, title
        from ${contentTables[kind]}
       where organization_id = :church
         and is_active
         and ${vector} @@ to_tsquery('english', :words)
         ${alsoRequired[kind] ?? ''}
       order by ts_rank(${vector}, to_tsquery('english', :words)) desc, id desc
       limit :limit`,
  });
};

/** Finds active items of further kinds by reading all of them, the best matches first. */
export const findByReading = {
  nugget: createTextSearch('nugget'),
  announcement: createTextSearch('announcement'),
  study: createTextSearch('study'),
  brothers: createTextSearch('brothers'),
};
