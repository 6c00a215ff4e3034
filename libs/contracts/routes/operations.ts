import { z } from 'zod';
import { route, serverEvents } from './route.js';

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

export const liveRoutes = {
  open: route({
    method: 'GET',
    path: '/api/live',
    summary: 'Reports what is new as server-sent events of {kind, id}',
    access: 'ticket.use',
    answer: serverEvents,
  }),
} as const;
