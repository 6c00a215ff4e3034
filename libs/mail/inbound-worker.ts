// Load these here, so that a failure to load them is not reported as a fault of an email.
import 'html-to-text';
import '@zone-eu/mailsplit';
import { returnRefusals } from '#libs/workers';
import { readHeader } from './email-header.js';
import * as inbound from './inbound.js';

/** Each error of the parser means that the email cannot be read. */
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
