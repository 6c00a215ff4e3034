/** The zones that the browser knows, and another, as "New York" with its region below. */
export function timeZoneOptions(
  own = 'UTC',
): { value: string; label: string; hint: string | undefined }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own]);
  return [...names].sort().map((value) => {
    const parts = value.replaceAll('_', ' ').split('/');
    return { value, label: parts.at(-1)!, hint: parts.slice(0, -1).join(', ') || undefined };
  });
}
