/**
 * Matches a host name of at least two labels of letters, digits and hyphens. The last label has
 * only letters, or begins with `xn--`, which encodes another script.
 */
const hostName =
  /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** The scheme of an address. A colon before a digit begins a port, as in `church.org:8080`. */
const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/**
 * Reads a web address that a user typed. Adds `https://` if it has no scheme, writes the host in
 * lower case, and removes a dot at the end of the host.
 * @returns null if the address has no valid host name, another scheme, or a user name or password
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
