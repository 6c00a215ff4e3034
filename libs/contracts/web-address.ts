/**
 * Two labels or more of letters, digits and hyphens; the last one of letters, or of another script
 * (`xn--…`).
 */
const hostName =
  /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** `church.org:8080` has no scheme */
const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/**
 * The web address that a person means, put in order: `https://` where they left it out, the host in
 * lower case and without a dot at its end. Null for what cannot be read: no host name, another
 * scheme, a password in it.
 */
export function readWebAddress(typed: string): URL | null {
  const trimmed = typed.trim();
  const address = scheme.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!/^https?:\/\/[^/\\]/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  url.hostname = url.hostname.replace(/\.$/, '');
  return hostName.test(url.hostname) && !url.username && !url.password ? url : null;
}

/**
 * Reads the host name of a domain that a user typed or copied from a browser.
 * @returns null if the text is no domain, or names a page of it
 */
export function readDomain(typed: string): string | null {
  const url = readWebAddress(typed);
  return url && url.pathname === '/' && !url.search && !url.hash && !url.port ? url.hostname : null;
}
