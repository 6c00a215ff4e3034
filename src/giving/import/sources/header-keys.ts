import { headerKey, maxHeader, withoutRemarks } from '#libs/csv';

/** How a header may be named: with the text in parentheses, and without. */
export function keysOf(header: string): string[] {
  if (header.length > maxHeader) return [];
  const normal = header.normalize('NFC');
  return [...new Set([headerKey(normal), headerKey(withoutRemarks(normal))])];
}
