import { z } from 'zod';
import { announcement, createAnnouncement, editAnnouncement } from '../content/announcements.js';
import { brothersContent, brothersInput } from '../content/brothers.js';
import { bulkResult, bulkInput, contentQuery, viewCount } from '../content/content.js';
import { cancelEvent, event, eventInput, eventQuery, moveEvent } from '../content/events.js';
import { nugget, nuggetInput, nuggetQuery } from '../content/nuggets.js';
import { resource, resourceInput, resourceQuery } from '../content/resources.js';
import { sermon, sermonInput } from '../content/sermons.js';
import { bibleStudy, bibleStudyInput } from '../content/studies.js';
import { trashItem } from '../content/trash.js';
import type { Action } from '../policy.js';
import { calendar, route } from './route.js';

/** What differs between the routes of the kinds of content. */
interface ContentKind<Name, Access, Query, Input, Item> {
  /** in the path: `/api/sermons` */
  name: Name;
  /** one item with the indefinite article (`a sermon`), for summaries of the API documentation */
  one: string;
  many: string;
  /** the permission to publish, change and delete items */
  access: Access;
  query: Query;
  input: Input;
  item: Item;
}

/** The routes that every kind of content has, except announcements. */
function kindRoutes<
  const Name extends string,
  const Access extends Action,
  Query extends z.ZodObject,
  Input extends z.ZodType,
  Item extends z.ZodType,
>({ name, one, many, access, query, input, item }: ContentKind<Name, Access, Query, Input, Item>) {
  const path = `/api/${name}` as const;
  const itemPath = `/api/${name}/{id}` as const;
  return {
    list: route({
      method: 'GET',
      path,
      summary: `Lists ${many}`,
      access: 'portal.use',
      query,
      answer: z.array(item),
    }),
    one: route({
      method: 'GET',
      path: itemPath,
      summary: `Returns ${one}`,
      access: 'portal.use',
      answer: item,
    }),
    add: route({
      method: 'POST',
      path,
      summary: `Publishes ${one}`,
      access,
      body: input,
      status: 201,
      answer: item,
    }),
    bulk: route({
      method: 'POST',
      path: `/api/${name}/bulk` as const,
      summary: `Shows, hides or deletes several ${many}`,
      access,
      body: bulkInput,
      answer: bulkResult,
      errors: [404],
    }),
    replace: route({
      method: 'PUT',
      path: itemPath,
      summary: `Changes ${one}`,
      access,
      body: input,
      answer: item,
      ifMatch: true,
    }),
    remove: route({
      method: 'DELETE',
      path: itemPath,
      summary: `Moves ${one} to the trash`,
      access,
      ifMatch: true,
    }),
  } as const;
}

/** The route that counts views of a kind of content. */
const viewRoute = <const Name extends string>(name: Name) =>
  route({
    method: 'POST',
    path: `/api/${name}/{id}/view` as const,
    summary: 'Counts a view, once for each user and day',
    access: 'portal.use',
    answer: viewCount,
  });

export const resourcesRoutes = kindRoutes({
  name: 'resources',
  one: 'a resource',
  many: 'resources',
  access: 'content.manage',
  query: resourceQuery,
  input: resourceInput,
  item: resource,
});

export const sermonsRoutes = kindRoutes({
  name: 'sermons',
  one: 'a sermon',
  many: 'sermons',
  access: 'content.manage',
  query: contentQuery,
  input: sermonInput,
  item: sermon,
});

export const nuggetsRoutes = {
  ...kindRoutes({
    name: 'nuggets',
    one: 'a nugget',
    many: 'nuggets',
    access: 'content.manage',
    query: nuggetQuery,
    input: nuggetInput,
    item: nugget,
  }),
  view: viewRoute('nuggets'),
} as const;

export const eventsRoutes = {
  ...kindRoutes({
    name: 'events',
    one: 'an event',
    many: 'events',
    access: 'event.manage',
    query: eventQuery,
    input: eventInput,
    item: event,
  }),
  calendar: route({
    method: 'GET',
    path: '/api/events/{id}.ics',
    summary: 'Returns an event as a calendar file',
    access: 'portal.use',
    answer: calendar,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/events/{id}/cancel',
    summary: 'Cancels an event, and tells members at once if the body says so',
    access: 'event.manage',
    body: cancelEvent,
    answer: event,
    ifMatch: true,
  }),
  move: route({
    method: 'POST',
    path: '/api/events/{id}/move',
    summary: 'Moves or reinstates an event, and tells members at once if the body says so',
    access: 'event.manage',
    body: moveEvent,
    answer: event,
    ifMatch: true,
  }),
} as const;

export const studiesRoutes = {
  ...kindRoutes({
    name: 'bible-studies',
    one: 'a Bible study',
    many: 'Bible studies',
    access: 'study.publish',
    query: contentQuery,
    input: bibleStudyInput,
    item: bibleStudy,
  }),
  view: viewRoute('bible-studies'),
} as const;

const brothersKind = kindRoutes({
  name: 'brothers-in-christ',
  one: 'an item of the men’s library',
  many: 'items of the men’s library',
  access: 'brothers.manage',
  query: contentQuery,
  input: brothersInput,
  item: brothersContent,
});

/**
 * The item is sent as JSON, or as a form that may also contain the audio file. The idempotency key
 * belongs to the transaction of a request; these requests receive a file before they open one.
 */
const brothersForm = {
  form: brothersInput.safeExtend({ audioFile: z.file().optional() }),
  idempotencyKey: false,
} as const;

export const brothersRoutes = {
  ...brothersKind,
  add: route({ ...brothersKind.add, ...brothersForm }),
  replace: route({ ...brothersKind.replace, ...brothersForm }),
  view: viewRoute('brothers-in-christ'),
} as const;

export const announcementsRoutes = {
  list: route({
    method: 'GET',
    path: '/api/announcements',
    summary: 'Lists announcements, urgent ones first',
    access: 'portal.use',
    query: contentQuery,
    answer: z.array(announcement),
  }),
  add: route({
    method: 'POST',
    path: '/api/announcements',
    summary: 'Publishes an announcement',
    access: 'announcement.manage',
    body: createAnnouncement,
    status: 201,
    answer: announcement,
  }),
  bulk: route({
    method: 'POST',
    path: '/api/announcements/bulk',
    summary: 'Shows, hides or deletes several announcements',
    access: 'announcement.manage',
    body: bulkInput,
    answer: bulkResult,
    errors: [404],
  }),
  change: route({
    method: 'PATCH',
    path: '/api/announcements/{id}',
    summary: 'Changes an announcement',
    access: 'announcement.manage',
    body: editAnnouncement,
    answer: announcement,
    ifMatch: true,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/announcements/{id}',
    summary: 'Moves an announcement to the trash',
    access: 'announcement.manage',
    ifMatch: true,
  }),
} as const;

export const trashRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/trash',
    summary: 'Lists the content that was deleted in the last 30 days',
    access: 'event.manage',
    answer: z.array(trashItem),
  }),
  restore: route({
    method: 'POST',
    path: '/api/admin/trash/{kind}/{id}/restore',
    summary: 'Restores deleted content',
    access: 'event.manage',
    errors: [404],
  }),
  deleteForGood: route({
    method: 'DELETE',
    path: '/api/admin/trash/{kind}/{id}',
    summary: 'Deletes an item of the trash for good, except events',
    access: 'event.manage',
    errors: [404, 409],
  }),
} as const;
