import type { Organization } from '#libs/contracts';

/** Churches in which every word is found, by name, address or contact. All are here: no call is made for it. */
export function organizationsShown(
  churches: readonly Organization[],
  search: string | undefined,
): Organization[] {
  const words = search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  return churches.filter(({ name, slug, customDomain, email, phone, address }) => {
    const hay = [name, slug, customDomain, email, phone, address].join(' ').toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}
