/** The address of a link that writes to somebody; `&`, `?`, `#` and `%` may stand before the @. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
