import { z } from 'zod';
import type { BatchAnswer } from '../batch.js';
import { route, serverEvents } from './route.js';

/** The answer of the server to one call of a batch. */
const batchAnswer = z.object({
  status: z.number().int(),
  /** the header `Link`, for the next page of a list */
  link: z.string().nullable(),
  /** the body as text */
  text: z.string(),
}) satisfies z.ZodType<BatchAnswer>;

/** The state of the server. `giving` and `files` are `ok`, or say what is wrong. */
const health = z.object({
  status: z.literal('ok'),
  jobs: z.enum(['ok', 'late']),
  giving: z.string(),
  files: z.string(),
});

export const operationsRoutes = {
  health: route({
    method: 'GET',
    path: '/health',
    summary: 'Returns whether the server can answer requests',
    access: 'public',
    answer: health,
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    summary: 'Returns the metrics for Prometheus',
    access: 'public',
    bearer: 'optional',
    answer: { media: ['text/plain'] },
    errors: [401, 404],
  }),
} as const;

export const batchRoutes = {
  read: route({
    method: 'GET',
    path: '/api/batch',
    summary: 'Answers several GET calls with JSON answers, in their order',
    access: 'signed in',
    query: z.object({
      /** the paths of the calls with their query strings, separated by spaces */
      calls: z.string().max(8_000),
    }),
    /** null for a call that was left out, because the batch took too long or became too large */
    answer: z.array(batchAnswer.nullable()),
  }),
} as const;

export const liveRoutes = {
  open: route({
    method: 'GET',
    path: '/api/live',
    summary: 'Reports what is new as server-sent events of {kind, id}',
    access: 'ticket.use',
    answer: serverEvents,
  }),
} as const;
