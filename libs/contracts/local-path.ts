const nowhere = 'http://nowhere.invalid';

/**
 * A path of this site that may be gone to after signing in, as browsers read it; anything else is undefined.
 * Browsers read `\` as `/`, drop tabs and line ends, and resolve dots: `/\evil` and `/.//evil` lead elsewhere too.
 */
export function localPath(value: unknown): string | undefined {
  if (
    typeof value !== 'string' ||
    // oxlint-disable-next-line no-control-regex -- control characters are refused here
    !/^\/(?![/\\])[^\0-\x1f\x7f]*$/.test(value) ||
    !URL.canParse(value, nowhere)
  )
    return undefined;
  const { origin, pathname, search, hash } = new URL(value, nowhere);
  return origin === nowhere && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}
