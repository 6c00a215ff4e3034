import { type MutationOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { BulkInput } from '#libs/contracts';
import { api, explain, serverMessage } from '../api';
import { plural } from '../format';
import { ifMatch, isStale } from '../forms/stale-version';
import { restoreContent } from './restore-content';
import { trashQuery } from '../queries/trash';
import type { ContentKind, ItemPath, ListPath } from '../queries/content-lists';
import { toast, toastError } from '../toast';
import type { useIdempotencyKey } from '../forms/use-idempotency-key';

/**
 * The request body of a kind of content, which its form creates. The type stands for the bodies of
 * all kinds, because TypeScript cannot tell which one belongs to a kind that is a type parameter.
 */
export type ContentBody = never;

/** The words for one kind of content in titles and messages. */
export interface ContentWords {
  /** As in a title: `Event`. */
  Title: string;
  one: string;
  many: string;
  failed: { create: string; update: string; delete: string };
  /** The actions for which the server's message replaces the one in `failed`. */
  serverFirst: readonly ('create' | 'update' | 'delete')[];
}

/**
 * A kind of which several items can be changed at once. Site images are not content, but use the
 * same lists.
 */
export type BulkKind = ContentKind | 'site-images';

/**
 * Invalidates every list that shows items of this kind, including the lists of members and the
 * trash.
 */
export const invalidateContent = (client: QueryClient, kind: BulkKind) =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.includes(kind) || queryKey[0] === trashQuery.queryKey[0],
  });

function showFailure(
  { failed, serverFirst }: ContentWords,
  action: 'create' | 'update' | 'delete',
  error: unknown,
): void {
  const message = serverFirst.includes(action) ? serverMessage(error) : null;
  if (message) toastError(message);
  else toastError(failed[action], error);
}

/** A new item, or a change of the version of an item that the user has seen. */
export interface ContentChange {
  /** null for a new item */
  id: string | null;
  version: number;
  body: ContentBody;
}

/**
 * Creates an item (id null) or replaces the item with the id. Announcements are patched instead.
 */
export const savingContent = (
  client: QueryClient,
  kind: ContentKind,
  words: ContentWords,
  { keyFor, renew: renewKey }: ReturnType<typeof useIdempotencyKey>,
) =>
  mutationOptions({
    mutationFn: ({ id, version, body }: ContentChange) => {
      if (id === null)
        return api<ListPath, 'POST'>(`/api/${kind}`, {
          method: 'POST',
          body,
          headers: keyFor(body),
        });
      const headers = ifMatch(version);
      return kind === 'announcements'
        ? api(`/api/announcements/${id}`, { method: 'PATCH', body, headers })
        : api<ItemPath, 'PUT'>(`/api/${kind}/${id}`, { method: 'PUT', body, headers });
    },
    onSuccess: (_saved, { id }) => {
      renewKey();
      if (id === null) toast(`${words.Title} Created`, `The ${words.one} has been created.`);
      else toast(`${words.Title} Updated`, `The ${words.one} has been updated.`);
      return invalidateContent(client, kind);
    },
    onError: (error, { id }) => {
      // The form shows both versions.
      if (!isStale(error)) showFailure(words, id === null ? 'create' : 'update', error);
    },
  });

/** The button of a notification that restores deleted items. */
const undoDeletion = (
  client: QueryClient,
  kind: ContentKind,
  words: ContentWords,
  ids: readonly string[],
) => ({
  label: 'Undo',
  run: () => void restoreContent(client, kind, words, ids),
});

/** Deletes an item, unless another user has saved it since the version that the user has seen. */
export const deletingContent = (client: QueryClient, kind: ContentKind, words: ContentWords) =>
  mutationOptions({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      api(`/api/${kind}/${id}`, { method: 'DELETE', headers: ifMatch(version) }),
    onSuccess: (_, { id }) => {
      toast(`${words.Title} Deleted`, `The ${words.one} has been deleted.`, {
        action: undoDeletion(client, kind, words, [id]),
      });
      return invalidateContent(client, kind);
    },
    onError: (error) => {
      if (isStale(error)) toastError(explain(error), undefined, `${words.Title} Not Deleted`);
      else showFailure(words, 'delete', error);
      return invalidateContent(client, kind);
    },
  });

const bulkOutcomes = {
  show: 'shown to members',
  hide: 'hidden from members',
  delete: 'deleted',
} as const;
/** The largest number of items that the server accepts in one request. */
export const bulkLimit = 200;

/** Shows, hides or deletes several items at once: either all of them or none. */
export const bulkContent = (client: QueryClient, kind: BulkKind, words: ContentWords) =>
  mutationOptions({
    mutationFn: (body: BulkInput) => api(`/api/${kind}/bulk`, { method: 'POST', body }),
    onSuccess: ({ changed }, { act, ids }) => {
      const canUndo = act === 'delete' && kind !== 'site-images';
      toast(
        act === 'delete' ? `${words.Title} Deleted` : `${words.Title} Updated`,
        `${plural(changed, words.one, words.many)} ${bulkOutcomes[act]}.`,
        canUndo ? { action: undoDeletion(client, kind, words, ids) } : {},
      );
      return invalidateContent(client, kind);
    },
    onError: (error, { act }) => showFailure(words, act === 'delete' ? 'delete' : 'update', error),
  });

/** Runs a mutation once, outside of a component. */
export const runMutation = <Out, In>(
  client: QueryClient,
  options: MutationOptions<Out, Error, In>,
  variables: In,
): Promise<Out> => client.getMutationCache().build(client, options).execute(variables);
