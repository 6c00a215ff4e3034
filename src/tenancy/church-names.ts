import { parse } from 'tldts';
import { invalidField } from '#libs/http';

/**
 * The limit for the name of a church. Longer names that were stored earlier stay until they are
 * changed.
 */
const maxLength = 80;

/** Top-level names that do not exist on the public internet, but look like web addresses. */
const specialNames = new Set(['example', 'test', 'invalid', 'local', 'localhost', 'onion']);

/**
 * Returns the error message for the name of a church; null if it is allowed. The name appears in
 * the sender and the subject of genuine emails. So it must not contain an email address, a link, a
 * telephone number or the name of the product, with which a stranger could send a message.
 */
export function problemOfChurchName(name: string): string | null {
  const plain = readable(name);
  if (name.length > maxLength) return `A church’s name has at most ${maxLength} characters.`;
  if (/\S@\S/.test(plain) || hasLink(plain))
    return 'A church’s name cannot contain an email address or a web address.';
  // characters between digits do not count: 555-123-4567, 5 5 5 1 2 3 4
  if (/\p{N}{7}/u.test(plain.replace(/[^\p{L}\p{N}]/gu, '')))
    return 'A church’s name cannot contain a number of seven or more digits.';
  if (/church[^\p{L}\p{N}]*connect/iu.test(plain))
    return 'A church’s name cannot contain “Church Connect”: people would take it for the product.';
  return null;
}

/**
 * Checks the new name of a church. Its current name is always accepted.
 * @throws HttpError 400 for the field
 */
export function assertChurchName(field: string, name: string, current?: string): void {
  if (name === current) return;
  const problem = problemOfChurchName(name);
  if (problem) throw invalidField(field, problem);
}

/**
 * Returns the name as users see it: without invisible characters, and with plain digits, dots and @
 * signs.
 */
const readable = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[。・]/g, '.');

function hasLink(text: string): boolean {
  if (/:\/\/|\bwww\./i.test(text)) return true;
  const dottedWords = text.match(/[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu) ?? [];
  return dottedWords.some(isWebAddress);
}

/**
 * Whether a browser or mail program may turn a text such as `evil.com` into a link. `St.Paul` is no
 * web address, because no domain ends with `.paul`.
 */
function isWebAddress(text: string): boolean {
  const { isIcann, isPrivate, isIp, publicSuffix } = parse(text, { allowPrivateDomains: true });
  const lastLabel = text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  return Boolean(isIcann || isPrivate || isIp) || specialNames.has(publicSuffix ?? lastLabel);
}
