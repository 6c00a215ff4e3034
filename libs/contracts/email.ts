// Apart from the schemas, so that a page can use it without them.

/**
 * An email address whose domain is written in ASCII: the characters that mail servers accept before
 * the @ (dot-atom of RFC 5322), and a host name with at least one dot after it.
 */
export const emailPattern =
  /^(?![^@]{65})[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,57}[a-z\d])$/i;

/**
 * Writes the domain of an address in ASCII, so that an address has one form: `ana@bücher.example`
 * and `ana@xn--bcher-kva.example` are the same mailbox. The address is in lower case.
 * @returns the text in lower case if it has no domain that can be written so
 */
export function normalizeEmail(typed: string): string {
  const lower = typed.normalize('NFC').toLowerCase();
  const atSign = lower.lastIndexOf('@');
  const domain = lower.slice(atSign + 1);
  if (atSign < 1 || !/[^ -~]/.test(domain)) return lower;
  return `${lower.slice(0, atSign)}@${asciiDomain(domain) ?? domain}`;
}

/** @returns null for what is not a host name */
function asciiDomain(domain: string): string | null {
  if (/[\s/\\?#:@%]/.test(domain)) return null;
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : null;
}
