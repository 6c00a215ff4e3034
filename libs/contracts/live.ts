import { z } from 'zod';

/**
 * The subjects of changes at `GET /api/live`: a ticket, a message to the pastor, a notification, an
 * import, or the number of waiting items.
 */
export const liveKinds = ['ticket', 'message', 'notification', 'import', 'badge'] as const;
export type LiveKind = (typeof liveKinds)[number];

/** An event of the stream. It contains only identifiers. */
export const liveEvent = z.object({ kind: z.enum(liveKinds), id: z.string() });
export type LiveSignal = z.infer<typeof liveEvent>;
