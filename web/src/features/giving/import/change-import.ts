import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DonationImport, ImportMapping, RepairImportRows } from '#libs/contracts';
import { api } from '../../../lib/api';
import { toastError } from '../../../lib/toast';
import { importQuery } from './queries';

type Change =
  | { what: 'mapping'; mapping: ImportMapping }
  | { what: 'rows'; repair: RepairImportRows }
  | { what: 'commit' }
  | { what: 'undo' };

const failures: Record<Change['what'], string> = {
  mapping: 'The columns could not be saved.',
  rows: 'The rows could not be changed.',
  commit: 'Failed to import some donations',
  undo: 'The import could not be undone.',
};

/** Everything that changes an import; its answer is the import as it is then. One key for each opened import: a double click is one effect. */
export function useChangeImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => {
      const path = `/api/admin/donation-imports/${id}`;
      switch (change.what) {
        case 'mapping':
          return api<DonationImport>(`${path}/mapping`, { method: 'PUT', body: change.mapping });
        case 'rows':
          return api<DonationImport>(`${path}/rows`, { method: 'PATCH', body: change.repair });
        case 'commit':
        case 'undo':
          return api<DonationImport>(`${path}/${change.what}`, { method: 'POST' });
      }
    },
    onSuccess: async (changed) => {
      client.setQueryData(importQuery(id).queryKey, changed);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['giving', 'imports', 'rows', id] }),
        client.invalidateQueries({ queryKey: ['giving', 'imports', 'list'] }),
      ]);
    },
    onError: (error, change) => {
      toastError(failures[change.what], error, 'Import Failed');
      return client.invalidateQueries({ queryKey: ['giving', 'imports'] });
    },
  });
}
