import { useState } from 'react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerImportGivers, DonationImport, ImportMappingChoice, RepairImportRows } from '#libs/contracts';
import { api } from '../../../lib/api';
import { toastError } from '../../../lib/toast';
import { importQuery, importRowsQuery } from './queries';

type Change =
  | { what: 'mapping'; mapping: ImportMappingChoice }
  | { what: 'rows'; repair: RepairImportRows }
  | { what: 'givers'; answer: AnswerImportGivers }
  | { what: 'commit' }
  | { what: 'undo'; changed: 'restore' | 'keep' | undefined };

const failures: Record<Change['what'], string> = {
  mapping: 'The columns could not be saved.',
  rows: 'The rows could not be changed.',
  givers: 'The giver could not be saved.',
  commit: 'Failed to import some donations',
  undo: 'The import could not be undone.',
};

/** The address that stands in the one row that would be recorded, where it is one and its preview has been read. */
function onlyGiver(client: QueryClient, id: string): string | undefined {
  if (client.getQueryData(importQuery(id).queryKey)?.counts.new !== 1) return undefined;
  return client.getQueryData(importRowsQuery(id, { state: 'new' }).queryKey)?.pages[0]?.body[0]?.values.email ?? undefined;
}

/**
 * Everything that changes an import; its answer is the import as it is then. Changes go one after the other, so that
 * none is lost by a quick hand; commit and undo carry a key, so that a double click is one effect.
 */
export function useChangeImport(id: string) {
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    scope: { id: `import-${id}` },
    mutationFn: (change: Change) => {
      const path = `/api/admin/donation-imports/${id}`;
      switch (change.what) {
        case 'mapping':
          return api<DonationImport>(`${path}/mapping`, { method: 'PUT', body: change.mapping });
        case 'rows':
          return api<DonationImport>(`${path}/rows`, { method: 'PATCH', body: change.repair });
        case 'givers':
          return api<DonationImport>(`${path}/givers`, { method: 'PATCH', body: change.answer });
        case 'commit':
          return api<DonationImport>(`${path}/commit`, { method: 'POST', headers: { 'Idempotency-Key': `commit-${key}` } });
        case 'undo':
          return api<DonationImport>(`${path}/undo`, { method: 'POST', body: { changed: change.changed }, headers: { 'Idempotency-Key': `undo-${key}-${change.changed ?? ''}` } });
      }
    },
    onSuccess: async (changed) => {
      // the rows first: a row that was mended must be gone before the figures say so, or it could be taken for the next
      await Promise.all(['rows', 'givers'].map((what) => client.invalidateQueries({ queryKey: ['giving', 'imports', what, id] })));
      client.setQueryData(importQuery(id).queryKey, changed);
      for (const what of ['list', 'answers']) void client.invalidateQueries({ queryKey: ['giving', 'imports', what] });
    },
    onError: (error, change) => {
      const whose = change.what === 'commit' ? onlyGiver(client, id) : undefined;
      toastError(whose ? `Failed to import donation for ${whose}` : failures[change.what], error, 'Import Failed');
      return client.invalidateQueries({ queryKey: ['giving', 'imports'] });
    },
  });
}
