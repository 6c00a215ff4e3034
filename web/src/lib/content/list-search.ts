/** Where somebody was in a list before they opened one of its things, and what they changed there. Of this visit only. */
const searches = new Map<string, Record<string, unknown>>([
  ['/admin/pastor-dashboard', { tab: 'studies' }],
]);
let changed: { id: string; time: number } | null = null;

export const rememberSearch = (path: string, search: object): void => {
  searches.set(path, { ...search });
};
export const lastSearchOf = (path: string): Record<string, unknown> => searches.get(path) ?? {};

/** The list that is gone to next lets it glow for a moment. */
export const markChanged = (id: string): void => {
  changed = { id, time: Date.now() };
};
export const recentlyChangedId = (): string | null =>
  changed && Date.now() - changed.time < 3000 ? changed.id : null;
