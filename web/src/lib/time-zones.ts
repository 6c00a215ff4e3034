/**
 * Returns the time zones that the browser knows, UTC and `ownZone`, as "New York" with the region
 * as hint.
 */
export function timeZoneOptions(
  ownZone = 'UTC',
): { value: string; label: string; hint: string | undefined }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ownZone]);
  return [...names].sort().map((value) => {
    const parts = value.replaceAll('_', ' ').split('/');
    return { value, label: parts.at(-1)!, hint: parts.slice(0, -1).join(', ') || undefined };
  });
}
