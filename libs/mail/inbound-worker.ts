// loaded here: if they cannot be, that is no fault of an email
import 'html-to-text';
import 'mailparser';
import { returnRefusals } from '#libs/workers';
import * as inbound from './inbound.js';

/** Whatever the parser throws, the email cannot be read. */
const refusalClasses = [Error];

/** See `readLetter` in inbound-threads.ts. */
export const readLetter = returnRefusals(
  (raw: Uint8Array) => inbound.readLetter(Buffer.from(raw)),
  refusalClasses,
);
