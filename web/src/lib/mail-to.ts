/** Returns a `mailto:` link. Characters such as `&`, `?`, `#` and `%` are allowed before the @. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
