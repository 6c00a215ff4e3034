/**
 * What was typed in a form and not saved yet, on this device. Each belongs to one person of one church, and is gone as soon as that
 * person signs out or somebody else signs in.
 */
const prefix = 'church-connect.draft.';

export interface DraftOwner {
  id: string;
  organizationId: string | null;
}

export interface Draft {
  values: unknown;
  /** when it was last typed in, as an ISO moment */
  at: string;
}

/** Older ones are of no use to anybody. */
const lifetime = 30 * 86_400_000;

const ownersPrefix = ({ id, organizationId }: DraftOwner) =>
  `${prefix}${organizationId ?? '-'}.${id}.`;
export const draftKey = (owner: DraftOwner, form: string): string => ownersPrefix(owner) + form;

/** Storage may be switched off or full: then nothing is kept. */
function ignoreStorageErrors<T>(useStorage: () => T): T | undefined {
  try {
    return useStorage();
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

export function saveDraft(key: string, values: unknown): void {
  ignoreStorageErrors(() => {
    localStorage.setItem(
      key,
      JSON.stringify({ values, at: new Date().toISOString() } satisfies Draft),
    );
  });
}

export function dropDraft(key: string): void {
  ignoreStorageErrors(() => {
    localStorage.removeItem(key);
  });
}

/** All drafts of this person whose forms' names begin like that. */
export function dropDraftsNamed(owner: DraftOwner, form: string): void {
  ignoreStorageErrors(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(draftKey(owner, form))) localStorage.removeItem(key);
  });
}

/** All drafts but those of this person; without one, all. */
export function dropDraftsOfOthers(owner: DraftOwner | null): void {
  const own = owner && ownersPrefix(owner);
  ignoreStorageErrors(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && !(own && key.startsWith(own))) localStorage.removeItem(key);
  });
}

/**
 * Drops drafts when they have to go: whoever is signed in keeps their own, and every way to sign out takes all. A session that
 * ended by itself in the middle of typing takes none: the same person goes on after signing in again.
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
