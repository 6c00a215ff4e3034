import libmime from 'libmime';
import { isAutomaticSubject } from './automatic-subjects.js';
import { headerOf } from './header-bytes.js';

/** How many characters of a subject are examined. */
const maxSubjectLength = 1_000;

/** What the header of an email says. */
export interface EmailHead {
  /** the sender's address in lower case; empty if there are none, several or malformed addresses */
  from: string;
  /** all addresses that the email was sent or delivered to, in lower case */
  to: string[];
  /** the id that the sender's program gave the email; empty if it gave none */
  messageId: string;
  /** why the email is automatic (a reply, a bounce, a mailing list); null if a person wrote it */
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
    automatic: findAutomaticReason(fields),
  };
}

/** A field of a header. */
interface Field {
  /** in lower case */
  name: string;
  /** the text, in one line even if the field is folded over several lines */
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

/** Joins the values of all fields with a name. */
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
 * Returns why an email is automatic, by the rules of RFC 3834 and by the fields that older programs
 * use. Only a program would receive an answer to it. Returns null if a person wrote the email.
 */
function findAutomaticReason(fields: readonly Field[]): string | null {
  const hasField = (name: string) => fields.some((field) => field.name === name);
  const value = (name: string) => valuesOf(fields, name).trim().toLowerCase();
  if (!['', 'no'].includes(value('auto-submitted').split(';')[0]!.trim())) return 'auto-submitted';
  if (['bulk', 'junk', 'list', 'auto_reply'].includes(value('precedence'))) return 'precedence';
  // `X-Auto-Response-Suppress` proves nothing: Exchange adds it to emails of persons.
  if (hasField('x-autoreply') || hasField('x-autorespond')) return 'auto-response';
  if (fields.some(({ name }) => name.startsWith('list-'))) return 'list';
  if (hasField('return-path') && addressesIn(value('return-path')).length === 0)
    return 'empty return path';
  if (value('content-type').startsWith('multipart/report')) return 'report';
  if (/^(mailer-daemon|postmaster)@/.test(senderOf(fields))) return 'mailer';
  if (isAutomaticSubject(subjectOf(fields))) return 'subject';
  return null;
}

/** The subject, with its encoded words decoded (RFC 2047). */
function subjectOf(fields: readonly Field[]): string {
  const encoded = valuesOf(fields, 'subject').slice(0, maxSubjectLength);
  return libmime.decodeWords(encoded).trim();
}

/**
 * Returns the address in the `From` header of an email, in lower case. Returns an empty text unless
 * the email has exactly one `From` header with one well-formed mailbox (RFC 5322, 3.4): in any
 * other header, the mail server that checked the sender (SPF, DKIM, DMARC) may have read another
 * address.
 */
function senderOf(fields: readonly Field[]): string {
  const from = fields.filter(({ name }) => name === 'from');
  if (from.length !== 1) return '';
  const value = from[0]!.value.replaceAll('\t', ' ');
  if (/\p{Cc}/u.test(value)) return '';
  const mailbox = mailboxPattern.exec(value)?.groups;
  return (mailbox?.named ?? mailbox?.bare ?? '').toLowerCase();
}

const addressPartPattern = String.raw`[^\s"<>()@,;:\\[\]]+`;
const addressPattern = `${addressPartPattern}@${addressPartPattern}`;
const quotedPattern = String.raw`"(?:[^"\\]|\\.)*"`;
/**
 * Matches one character of a display name. With a `+` here, the time of the match would no longer
 * be linear, because `mailboxPattern` repeats this pattern.
 */
const plainPattern = String.raw`[^"<>()@,;:\\[\]]`;
const commentPattern = String.raw`\([^()<>@,;:"\\]*\)`;
/** `Name <address>` or `address`. Each may end with a comment. */
const mailboxPattern = new RegExp(
  `^(?:(?:${quotedPattern}|${plainPattern})*<(?<named>${addressPattern})>` +
    `| *(?<bare>${addressPattern})) *(?:${commentPattern})? *$`,
  'u',
);
