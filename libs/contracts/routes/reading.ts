import { z } from 'zod';
import { contentImport, contentImportInput } from '../content/content-imports.js';
import {
  newsState,
  notification,
  notificationCount,
  notificationQuery,
  smsState,
} from '../content/notifications.js';
import { progressInput, resourceCounts, userResource } from '../content/resources.js';
import { searchQuery, searchResult } from '../search.js';
import { route, webPage } from './route.js';

export const progressRoutes = {
  list: route({
    method: 'GET',
    path: '/api/user-resources',
    summary: 'Lists the user’s progress in each resource',
    access: 'portal.use',
    answer: z.array(userResource),
  }),
  counts: route({
    method: 'GET',
    path: '/api/user-resources/counts',
    summary: 'Returns how many resources there are, and how many the user has begun',
    access: 'portal.use',
    answer: resourceCounts,
  }),
  set: route({
    method: 'POST',
    path: '/api/user-resources/{id}/progress',
    summary: 'Sets the user’s progress in a resource, or starts it again; id: of the resource',
    access: 'portal.use',
    body: progressInput,
    answer: userResource,
  }),
} as const;

export const searchRoutes = {
  search: route({
    method: 'GET',
    path: '/api/search',
    summary: 'Finds what the user may open',
    access: 'portal.use',
    query: searchQuery,
    answer: z.array(searchResult),
  }),
} as const;

export const notificationsRoutes = {
  list: route({
    method: 'GET',
    path: '/api/notifications',
    summary: 'Lists the user’s notifications, newest first',
    access: 'portal.use',
    query: notificationQuery,
    answer: z.array(notification),
  }),
  count: route({
    method: 'GET',
    path: '/api/notifications/count',
    summary: 'Returns the number of unread notifications',
    access: 'portal.use',
    answer: notificationCount,
  }),
  readAll: route({
    method: 'PATCH',
    path: '/api/notifications/read-all',
    summary: 'Marks all notifications as read',
    access: 'portal.use',
    answer: notificationCount,
  }),
} as const;

export const newsRoutes = {
  state: route({
    method: 'GET',
    path: '/api/admin/news',
    summary: 'Returns how many notification emails are still to be sent',
    access: 'event.manage',
    answer: newsState,
  }),
  sms: route({
    method: 'GET',
    path: '/api/admin/sms',
    summary: 'Returns whether text messages are sent, and how many of this month’s limit',
    access: 'setting.manage',
    answer: smsState,
  }),
} as const;

export const unsubscribeRoutes = {
  ask: route({
    method: 'GET',
    path: '/api/unsubscribe/{token}',
    summary: 'Returns a page with a button that unsubscribes',
    access: 'public',
    answer: webPage,
  }),
  stop: route({
    method: 'POST',
    path: '/api/unsubscribe/{token}',
    summary: 'Stops the notification emails to a user (RFC 8058)',
    access: 'public',
    rawBody: { media: ['application/x-www-form-urlencoded'] },
    answer: webPage,
  }),
} as const;

export const contentImportsRoutes = {
  look: route({
    method: 'POST',
    path: '/api/content-imports',
    summary: 'Reads a file of sermons or resources (CSV, RSS or Atom) for a preview',
    access: 'content.manage',
    form: z.object({ ...contentImportInput.shape, file: z.file() }),
    status: 201,
    answer: contentImport,
    idempotencyKey: false,
  }),
  preview: route({
    method: 'GET',
    path: '/api/content-imports/{id}',
    summary: 'Returns the preview or the result of an import of content',
    access: 'content.manage',
    answer: contentImport,
  }),
  commit: route({
    method: 'POST',
    path: '/api/content-imports/{id}/commit',
    summary: 'Publishes all new items of the file without notifications',
    access: 'content.manage',
    answer: contentImport,
  }),
  forget: route({
    method: 'DELETE',
    path: '/api/content-imports/{id}',
    summary: 'Deletes the preview',
    access: 'content.manage',
  }),
} as const;
