import { refusing } from '#libs/workers';
import * as inbound from './inbound.js';

/** Whatever the parser throws, the email cannot be read. */
const unreadable = [Error];

/** See `readLetter` in inbound-threads.ts. */
export const readLetter = refusing(
  (raw: Uint8Array) => inbound.readLetter(Buffer.from(raw)),
  unreadable,
);
