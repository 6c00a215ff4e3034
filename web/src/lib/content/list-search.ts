/**
 * The search parameters of each list when the user last left it, by path, so that a link back can
 * restore them. They are lost when the page is reloaded.
 */
const searches = new Map<string, Record<string, unknown>>([
  ['/admin/pastor-dashboard', { tab: 'studies' }],
]);
let changed: { id: string; time: number } | null = null;

export const rememberSearch = (path: string, search: object): void => {
  searches.set(path, { ...search });
};
export const lastSearchOf = (path: string): Record<string, unknown> => searches.get(path) ?? {};

/** Remembers which item was changed, so that the next list can highlight it for a moment. */
export const markChanged = (id: string): void => {
  changed = { id, time: Date.now() };
};
export const recentlyChangedId = (): string | null =>
  changed && Date.now() - changed.time < 3000 ? changed.id : null;
