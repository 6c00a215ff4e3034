/**
 * Formats a phone number for display. A stored number of North America (`+15551234567;ext=12`)
 * becomes `555-123-4567 ext. 12`. Any other text stays, with `ext.` before its extension.
 */
export function formatPhone(phone: string | null): string {
  const [number = '', extension] = (phone ?? '').split(';ext=');
  const grouped = number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
  return extension ? `${grouped} ext. ${extension}` : grouped;
}
