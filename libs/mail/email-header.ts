import libmime from 'libmime';
import { isAutomaticSubject } from './automatic-subjects.js';
import { headerOf } from './header-bytes.js';

/** Characters of a subject that are looked at. */
const maxSubject = 1_000;

/** What the header of an email says. */
export interface EmailHead {
  /**
   * the one address that it says it comes from, in lower case; empty where there is none, several or a malformed one
   */
  from: string;
  /** every address that it went to, in lower case */
  to: string[];
  /** as the sender's program named the email; empty if it did not */
  messageId: string;
  /** why no person wrote it: an automatic reply, a bounce, a mailing list; null if a person wrote it */
  automatic: string | null;
}

/** Fields with addresses to which an email was sent or delivered. */
const recipientFields = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'];

/**
 * Reads the header of an email in time that grows with its length only.
 * @param raw the email, or its header
 * @throws Refusal for a header of more than a megabyte
 */
export function readHeader(raw: Buffer): EmailHead {
  const fields = headerFields(raw);
  return {
    from: senderOf(fields),
    to: [...new Set(recipientFields.flatMap((name) => addressesIn(valuesOf(fields, name))))],
    messageId: valuesOf(fields, 'message-id').trim(),
    automatic: automaticOf(fields),
  };
}

/** A field of a header. */
interface Field {
  /** in lower case */
  name: string;
  /** with its folded lines put together */
  value: string;
}

function headerFields(raw: Buffer): Field[] {
  const lines: string[][] = [];
  for (const line of headerOf(raw).toString('utf8').split(/\r?\n/)) {
    if (/^[ \t]/.test(line) && lines.length > 0) lines.at(-1)!.push(line);
    else lines.push([line]);
  }
  return lines.map(fieldOf);
}

function fieldOf(lines: readonly string[]): Field {
  const line = lines.join('');
  const colon = line.indexOf(':');
  if (colon === -1) return { name: '', value: line };
  return { name: line.slice(0, colon).trimEnd().toLowerCase(), value: line.slice(colon + 1) };
}

/** The values of all fields with a name, together. */
const valuesOf = (fields: readonly Field[], name: string): string =>
  fields
    .filter((field) => field.name === name)
    .map(({ value }) => value)
    .join(' ');

const addressesIn = (text: string): string[] =>
  text
    .match(/[^\s<>,;:"()[\]]{1,64}@[^\s<>,;:"()[\]]{1,255}/g)
    ?.map((address) => address.toLowerCase()) ?? [];

/**
 * Says by RFC 3834, and by what programs before it did, why nobody wrote an email. An answer to it would reach a
 * program.
 */
function automaticOf(fields: readonly Field[]): string | null {
  const has = (name: string) => fields.some((field) => field.name === name);
  const value = (name: string) => valuesOf(fields, name).trim().toLowerCase();
  if (!['', 'no'].includes(value('auto-submitted').split(';')[0]!.trim())) return 'auto-submitted';
  if (['bulk', 'junk', 'list', 'auto_reply'].includes(value('precedence'))) return 'precedence';
  // `X-Auto-Response-Suppress` is no sign: Exchange adds it to what people write
  if (has('x-autoreply') || has('x-autorespond')) return 'auto-response';
  if (fields.some(({ name }) => name.startsWith('list-'))) return 'list';
  if (has('return-path') && addressesIn(value('return-path')).length === 0)
    return 'empty return path';
  if (value('content-type').startsWith('multipart/report')) return 'report';
  if (/^(mailer-daemon|postmaster)@/.test(senderOf(fields))) return 'mailer';
  if (isAutomaticSubject(subjectOf(fields))) return 'subject';
  return null;
}

/** The subject, with its encoded words decoded (RFC 2047). */
function subjectOf(fields: readonly Field[]): string {
  const encoded = valuesOf(fields, 'subject').slice(0, maxSubject);
  return libmime.decodeWords(encoded).trim();
}

/**
 * The address in the `From` header of an email, in lower case; empty unless the email has exactly one `From` header
 * and this is one well-formed mailbox (RFC 5322, 3.4). What checked the sender before us (SPF, DKIM, DMARC) and what
 * parses the email may read different addresses out of anything else, so it is nobody's.
 */
function senderOf(fields: readonly Field[]): string {
  const from = fields.filter(({ name }) => name === 'from');
  if (from.length !== 1) return '';
  const value = from[0]!.value.replaceAll('\t', ' ');
  if (/\p{Cc}/u.test(value)) return '';
  const found = mailbox.exec(value)?.groups;
  return (found?.named ?? found?.bare ?? '').toLowerCase();
}

const part = String.raw`[^\s"<>()@,;:\\[\]]+`;
const address = `${part}@${part}`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
/** A word of a display name, character by character, so that the match takes linear time. */
const plain = String.raw`[^"<>()@,;:\\[\]]`;
const comment = String.raw`\([^()<>@,;:"\\]*\)`;
/** `Name <address>` or `address`, each perhaps with a comment behind it. */
const mailbox = new RegExp(
  `^(?:(?:${quoted}|${plain})*<(?<named>${address})>| *(?<bare>${address})) *(?:${comment})? *$`,
  'u',
);
