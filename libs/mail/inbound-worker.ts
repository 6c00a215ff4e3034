// loaded here: if they cannot be, that is no fault of an email
import 'html-to-text';
import '@zone-eu/mailsplit';
import { returnRefusals } from '#libs/workers';
import { readHeader } from './email-header.js';
import * as inbound from './inbound.js';

/** Whatever the parser throws, the email cannot be read. */
const refusalClasses = [Error];

/** See `readEmail` in inbound-threads.ts. */
export const readEmail = returnRefusals(
  ({ raw, sentTexts }: { raw: Uint8Array; sentTexts: readonly string[] | null }) =>
    inbound.readEmail(Buffer.from(raw), sentTexts),
  refusalClasses,
);

/** See `readHead` in inbound-threads.ts. */
export const readHead = returnRefusals(
  (header: Uint8Array) => readHeader(Buffer.from(header)),
  refusalClasses,
);
