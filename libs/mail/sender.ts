/**
 * The address in the `From` header of an email, in lower case; empty unless the email has exactly one `From` header and this
 * is one well-formed mailbox (RFC 5322, 3.4). What checked the sender before us (SPF, DKIM, DMARC) and what parses the
 * email may read different addresses out of anything else, so it is nobody's.
 */
export function senderOf(raw: Buffer): string {
  const fields = headerFields(raw).filter((field) => /^from[ \t]*:/i.test(field));
  if (fields.length !== 1) return '';
  const value = fields[0]!.slice(fields[0]!.indexOf(':') + 1).replaceAll('\t', ' ');
  if (/\p{Cc}/u.test(value)) return '';
  const found = mailbox.exec(value)?.groups;
  return (found?.named ?? found?.bare ?? '').toLowerCase();
}

/** The fields of an email's head, each with its folded lines put together. */
function headerFields(raw: Buffer): string[] {
  const ends = [raw.indexOf('\n\n'), raw.indexOf('\n\r\n')].filter((end) => end !== -1);
  const head = raw.subarray(0, ends.length === 0 ? raw.length : Math.min(...ends)).toString('utf8');
  const fields: string[] = [];
  for (const line of head.split(/\r?\n/)) {
    if (/^[ \t]/.test(line) && fields.length > 0) fields.push(`${fields.pop()!}${line}`);
    else fields.push(line);
  }
  return fields;
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
