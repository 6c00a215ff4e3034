import { z } from 'zod';
import { storage, uploadedImage } from '../content/content.js';
import { feed, feedAddress, newFeed } from '../content/feeds.js';
import { calendar, fileAnswers, route, xmlFeed } from './route.js';

/**
 * What the routes of the upload protocol share. The protocol's own errors are text. `church` names
 * the church of a super administrator's upload for one of its tickets.
 */
const uploadRoute = {
  query: z.object({ church: z.string().optional() }),
  errors: [404, 409, 412],
  errorContent: { media: ['application/json', 'text/plain'] },
} as const;

export const uploadsRoutes = {
  room: route({
    method: 'GET',
    path: '/api/uploads',
    summary: 'Returns how much of its storage the church uses',
    access: 'content.upload',
    answer: storage,
  }),
  begin: route({
    method: 'POST',
    path: '/api/uploads',
    summary: 'Starts an upload (tus 1.0)',
    access: 'ticket.use',
    status: 201,
    idempotencyKey: false,
    ...uploadRoute,
  }),
  state: route({
    method: 'HEAD',
    path: '/api/uploads/{id}',
    summary: 'Returns how much of the upload has arrived (tus 1.0)',
    access: 'ticket.use',
    status: 200,
    ...uploadRoute,
  }),
  goOn: route({
    method: 'PATCH',
    path: '/api/uploads/{id}',
    summary: 'Appends bytes to the upload (tus 1.0)',
    access: 'ticket.use',
    rawBody: { media: ['application/offset+octet-stream'] },
    idempotencyKey: false,
    ...uploadRoute,
  }),
  giveUp: route({
    method: 'DELETE',
    path: '/api/uploads/{id}',
    summary: 'Cancels the upload (tus 1.0)',
    access: 'ticket.use',
    idempotencyKey: false,
    ...uploadRoute,
  }),
} as const;

export const filesRoutes = {
  one: route({
    method: 'GET',
    path: '/api/files/{id}',
    summary: 'Returns an audio file or a document, whole or a range',
    access: 'portal.use',
    ...fileAnswers,
  }),
} as const;

export const contentImagesRoutes = {
  add: route({
    method: 'POST',
    path: '/api/content-images',
    summary: 'Uploads a picture for content',
    access: 'content.upload',
    form: z.object({ image: z.file() }),
    status: 201,
    answer: uploadedImage,
    idempotencyKey: false,
  }),
} as const;

export const ownFeedsRoutes = {
  list: route({
    method: 'GET',
    path: '/api/feeds',
    summary: 'Lists the user’s personal feeds',
    access: 'portal.use',
    answer: z.array(feed),
  }),
  make: route({
    method: 'POST',
    path: '/api/feeds',
    summary:
      'Makes a new address for a personal feed and shows it once; the earlier address stops ' +
      'working',
    access: 'portal.use',
    body: newFeed,
    status: 201,
    answer: feedAddress,
    idempotencyKey: false,
  }),
  end: route({
    method: 'DELETE',
    path: '/api/feeds/{kind}',
    summary: 'Ends a personal feed',
    access: 'portal.use',
    idempotencyKey: false,
  }),
} as const;

export const feedsRoutes = {
  calendar: route({
    method: 'GET',
    path: '/feeds/{secret}.ics',
    summary: 'Returns the personal calendar of a user',
    access: 'public',
    answer: calendar,
    otherAnswers: { 304: null },
  }),
  podcast: route({
    method: 'GET',
    path: '/feeds/{secret}.xml',
    summary: 'Returns the personal podcast of a user',
    access: 'public',
    answer: xmlFeed,
    otherAnswers: { 304: null },
  }),
  audio: route({
    method: 'GET',
    path: '/feeds/{secret}/{id}',
    summary: 'Returns the audio of a sermon of a personal podcast',
    access: 'public',
    ...fileAnswers,
  }),
} as const;

export const publicPodcastRoutes = {
  feed: route({
    method: 'GET',
    path: '/podcast.xml',
    summary: 'Returns the public podcast of the church of this host, if it is turned on',
    access: 'public',
    answer: xmlFeed,
    otherAnswers: { 304: null },
    errors: [404],
  }),
  cover: route({
    method: 'GET',
    path: '/podcast/cover/{name}',
    summary:
      'Returns the cover of the public podcast: a square JPEG of the logo or else of the banner',
    access: 'public',
    answer: { media: ['image/jpeg'] },
    otherAnswers: { 304: null },
  }),
  audio: route({
    method: 'GET',
    path: '/podcast/{id}/{name}',
    summary: 'Returns the audio of a sermon of the public podcast',
    access: 'public',
    ...fileAnswers,
  }),
} as const;
