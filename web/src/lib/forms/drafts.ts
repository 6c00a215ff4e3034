/**
 * Form drafts: text that was typed in a form and not saved, stored on this device. Each draft
 * belongs to one user of one church. It is deleted when this user signs out or another user signs
 * in.
 */
const prefix = 'church-connect.draft.';

export interface DraftOwner {
  id: string;
  organizationId: string | null;
}

export interface Draft {
  values: unknown;
  /** The version of the item that the user had seen; absent if the form has none. */
  version?: number;
  /** The time of the last change (ISO 8601). */
  at: string;
}

/** Older drafts are ignored. */
const lifetime = 30 * 86_400_000;

const ownersPrefix = ({ id, organizationId }: DraftOwner) =>
  `${prefix}${organizationId ?? '-'}.${id}.`;
export const draftKey = (owner: DraftOwner, form: string): string => ownersPrefix(owner) + form;

/** Runs an access to storage. Storage may be disabled or full; then nothing is stored. */
function ignoreStorageErrors<T>(accessStorage: () => T): T | undefined {
  try {
    return accessStorage();
  } catch {
    return undefined;
  }
}

export function readDraft(key: string): Draft | null {
  const draft =
    ignoreStorageErrors(() => JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null) ??
    null;
  if (!draft || typeof draft.at !== 'string' || !(Date.now() - Date.parse(draft.at) < lifetime))
    return null;
  return draft;
}

export function saveDraft(key: string, values: unknown, version?: number): void {
  const savedAt = new Date().toISOString();
  const draft: Draft =
    version === undefined ? { values, at: savedAt } : { values, version, at: savedAt };
  ignoreStorageErrors(() => {
    localStorage.setItem(key, JSON.stringify(draft));
  });
}

export function dropDraft(key: string): void {
  ignoreStorageErrors(() => {
    localStorage.removeItem(key);
  });
}

/** Deletes the user's drafts of the forms whose names begin with `form`. */
export function dropDraftsNamed(owner: DraftOwner, form: string): void {
  ignoreStorageErrors(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(draftKey(owner, form))) localStorage.removeItem(key);
  });
}

/** Deletes all drafts except those of this user; all drafts if `owner` is null. */
export function dropDraftsOfOthers(owner: DraftOwner | null): void {
  const ownPrefix = owner && ownersPrefix(owner);
  ignoreStorageErrors(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && !(ownPrefix && key.startsWith(ownPrefix)))
        localStorage.removeItem(key);
  });
}

/**
 * Deletes drafts that must not stay: those of other users now, and all drafts when the user signs
 * out. A session that expires during typing deletes none, so the user can continue after signing in
 * again.
 * @returns a function that stops watching for sign-out
 */
export function watchDrafts(owner: DraftOwner | null): () => void {
  dropDraftsOfOthers(owner);
  const onClick = (event: MouseEvent) => {
    if ((event.target as Element | null)?.closest('a[href="/api/logout"]'))
      dropDraftsOfOthers(null);
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}
