/** Where somebody was in a list before they opened one of its things, and what they changed there. Of this visit only. */
const places = new Map<string, Record<string, unknown>>([
  ['/admin/pastor-dashboard', { tab: 'studies' }],
]);
let changed: { id: string; at: number } | null = null;

export const rememberPlace = (path: string, search: object): void => {
  places.set(path, { ...search });
};
export const placeOf = (path: string): Record<string, unknown> => places.get(path) ?? {};

/** The list that is gone to next lets it glow for a moment. */
export const markChanged = (id: string): void => {
  changed = { id, at: Date.now() };
};
export const justChanged = (): string | null =>
  changed && Date.now() - changed.at < 3000 ? changed.id : null;
