import { type MutationOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { BulkInput } from '#libs/contracts';
import { api, serverMessage } from '../api';
import { plural } from '../format';
import type { ContentKind, ItemPath, ListPath } from '../queries/content-lists';
import { toast, toastError } from '../toast';
import type { useIdempotencyKey } from '../forms/use-idempotency-key';

/**
 * The body of a kind, which its form makes. It stands for the bodies of all kinds, because
 * TypeScript cannot tell which one belongs to a kind that is a type parameter.
 */
export type ContentBody = never;

/** How a kind of content is spoken of. */
export interface ContentWords {
  /** in titles: `Event` */
  Title: string;
  one: string;
  many: string;
  failed: { create: string; update: string; delete: string };
  /** the server's own sentence takes the place of ours, for these acts */
  serverFirst: readonly ('create' | 'update' | 'delete')[];
}

/** What can be acted on several at once; the site's pictures are no content, but kept beside it. */
export type BulkKind = ContentKind | 'site-images';

/** Every list that shows things of this kind, members' lists among them. */
export const invalidateContent = (client: QueryClient, kind: BulkKind) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(kind) });

function showFailure(
  { failed, serverFirst }: ContentWords,
  action: 'create' | 'update' | 'delete',
  error: unknown,
): void {
  const message = serverFirst.includes(action) ? serverMessage(error) : null;
  if (message) toastError(message);
  else toastError(failed[action], error);
}

/** Creates something, or replaces what has the id; announcements are patched. */
export const savingContent = (
  client: QueryClient,
  kind: ContentKind,
  words: ContentWords,
  { keyFor, renew: renewKey }: ReturnType<typeof useIdempotencyKey>,
) =>
  mutationOptions({
    mutationFn: ({ id, body }: { id: string | null; body: ContentBody }) =>
      id === null
        ? api<ListPath, 'POST'>(`/api/${kind}`, { method: 'POST', body, headers: keyFor(body) })
        : kind === 'announcements'
          ? api(`/api/announcements/${id}`, { method: 'PATCH', body })
          : api<ItemPath, 'PUT'>(`/api/${kind}/${id}`, { method: 'PUT', body }),
    onSuccess: (_saved, { id }) => {
      renewKey();
      if (id === null) toast(`${words.Title} Created`, `The ${words.one} has been created.`);
      else toast(`${words.Title} Updated`, `The ${words.one} has been updated.`);
      return invalidateContent(client, kind);
    },
    onError: (error, { id }) => showFailure(words, id === null ? 'create' : 'update', error),
  });

export const deletingContent = (client: QueryClient, kind: ContentKind, words: ContentWords) =>
  mutationOptions({
    mutationFn: (id: string) => api(`/api/${kind}/${id}`, { method: 'DELETE' }),
    onSuccess: () => {
      toast(`${words.Title} Deleted`, `The ${words.one} has been deleted.`);
      return invalidateContent(client, kind);
    },
    onError: (error) => showFailure(words, 'delete', error),
  });

const bulkOutcomes = {
  show: 'shown to members',
  hide: 'hidden from members',
  delete: 'deleted',
} as const;
/** As many as the server takes at once. */
export const bulkLimit = 200;

/** Shows, hides or deletes several at once, all or none. */
export const bulkContent = (client: QueryClient, kind: BulkKind, words: ContentWords) =>
  mutationOptions({
    mutationFn: (body: BulkInput) => api(`/api/${kind}/bulk`, { method: 'POST', body }),
    onSuccess: ({ changed }, { act }) => {
      toast(
        act === 'delete' ? `${words.Title} Deleted` : `${words.Title} Updated`,
        `${plural(changed, words.one, words.many)} ${bulkOutcomes[act]}.`,
      );
      return invalidateContent(client, kind);
    },
    onError: (error, { act }) => showFailure(words, act === 'delete' ? 'delete' : 'update', error),
  });

/** Does one of these once, without a component that watches it. */
export const runMutation = <Out, In>(
  client: QueryClient,
  options: MutationOptions<Out, Error, In>,
  variables: In,
): Promise<Out> => client.getMutationCache().build(client, options).execute(variables);
