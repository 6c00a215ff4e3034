import { matchesSearch, searchWords, type Organization } from '#libs/contracts';

/**
 * Returns the churches that contain every word in name, address or contact. All churches are
 * loaded, so no request is needed.
 */
export function filterOrganizations(
  churches: readonly Organization[],
  search: string | undefined,
): Organization[] {
  const words = searchWords(search ?? '');
  return churches.filter(({ name, slug, customDomain, email, phone, address }) =>
    matchesSearch(words, [name, slug, customDomain, email, phone, address]),
  );
}
