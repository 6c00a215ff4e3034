import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { plural } from '../../../lib/format';
import { toast, toastError } from '../../../lib/toast';

export const importWords = {
  sermons: {
    title: 'Import Sermons',
    one: 'sermon',
    columns: 'title, description, preacher, date, duration, video URL, audio URL, tags',
  },
  resources: {
    title: 'Import Resources',
    one: 'resource',
    columns:
      'title, description, type, skill level, topic, duration, text, video URL, audio URL, tags',
  },
} as const;
export type ImportedKind = keyof typeof importWords;

/** Reads a file and returns what an import would publish. Nothing is published. */
export const useLookAtFile = (kind: ImportedKind) =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('kind', kind);
      body.append('file', file);
      return api('/api/content-imports', { method: 'POST', body });
    },
  });

export function useCommitImport(kind: ImportedKind) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationKey: ['commit content import'],
    mutationFn: (id: string) => api(`/api/content-imports/${id}/commit`, { method: 'POST' }),
    onSuccess: ({ counts }) => {
      toast(
        'Import Finished',
        `${plural(counts.new, `${importWords[kind].one} was`, `${importWords[kind].one}s were`)} ` +
          'published.',
      );
      return client.invalidateQueries();
    },
    onError: (error) => {
      toastError(`Failed to import ${kind}`, error);
    },
  });
  /**
   * Sends the commit once, even if the button is clicked again before it is rendered as pending.
   */
  const commit = (id: string, onDone: () => void) => {
    if (client.isMutating({ mutationKey: ['commit content import'] }) === 0)
      mutation.mutate(id, { onSuccess: onDone });
  };
  return { commit, isPending: mutation.isPending };
}
