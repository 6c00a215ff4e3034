/** An address that may stand in a link: http(s) only. */
export function httpUrl(text: string | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** Where a phone goes that scans the code of a mobile cash handle such as `$gracechurch`. */
export function paymentLink(handle: string | undefined): string | null {
  const name = handle?.trim().replace(/^\$/, '');
  return name ? `https://cash.app/$${encodeURIComponent(name)}` : null;
}
