/** Returns the address if it is an http or https link; otherwise null. */
export function httpUrl(text: string | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** Returns the link of a mobile cash handle such as `$gracechurch`, for its QR code. */
export function paymentLink(handle: string | undefined): string | null {
  const name = handle?.trim().replace(/^\$/, '');
  return name ? `https://cash.app/$${encodeURIComponent(name)}` : null;
}
