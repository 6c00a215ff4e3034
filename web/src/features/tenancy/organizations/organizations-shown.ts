import { matchesSearch, searchWords, type Organization } from '#libs/contracts';

/** Churches in which every word is found, by name, address or contact. All are here: no call is made for it. */
export function organizationsShown(
  churches: readonly Organization[],
  search: string | undefined,
): Organization[] {
  const words = searchWords(search ?? '');
  return churches.filter(({ name, slug, customDomain, email, phone, address }) =>
    matchesSearch(words, [name, slug, customDomain, email, phone, address]),
  );
}
