const nowhere = 'http://nowhere.invalid';

/**
 * Returns a path of this site that may be opened after the sign-in, and undefined for any other
 * value. Browsers read `\` as `/`, drop tabs and line ends, and resolve dots, so `/\evil` and
 * `/.//evil` lead to other sites, too.
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
