import { useState } from 'react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  AnswerImportGivers,
  DonationImport,
  ImportMappingChoice,
  ImportRow,
  RepairImportRows,
} from '#libs/contracts';
import { api, type Page } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { importQuery, reviewPage } from './queries';
import { refreshRows } from './rows/refresh-rows';
import { done } from './rows/row-words';

export type Change =
  | { kind: 'mapping'; mapping: ImportMappingChoice }
  | { kind: 'rows'; repair: RepairImportRows }
  /**
   * The number of the change to undo, so that a double click undoes only one, and later changes of
   * other users stay.
   */
  | { kind: 'takeBack'; number: number }
  | { kind: 'givers'; answer: AnswerImportGivers }
  | { kind: 'commit' }
  | { kind: 'undo'; changed: 'restore' | 'keep' | undefined };

const failures: Record<Change['kind'], string> = {
  mapping: 'The columns could not be saved.',
  rows: 'The rows could not be changed.',
  takeBack: 'The last change could not be undone.',
  givers: 'The giver could not be saved.',
  commit: 'Failed to import some donations',
  undo: 'The import could not be undone.',
};

/**
 * Returns the email address of the only row that would be recorded, if there is exactly one and its
 * preview is loaded.
 */
function onlyGiver(client: QueryClient, id: string): string | undefined {
  if (client.getQueryData(importQuery(id).queryKey)?.counts.new !== 1) return undefined;
  const lists = client.getQueriesData<{ pages?: Page<ImportRow[]>[] }>({
    queryKey: ['giving', 'imports', 'rows', id],
  });
  const rows = lists.flatMap(([, list]) => list?.pages?.flatMap(({ body }) => body) ?? []);
  return rows.find(({ state }) => state === 'new')?.values.email;
}

function announceRows(action: RepairImportRows['action'], undo: DonationImport['undo']): void {
  if (undo?.action === action) toast(...done(action, undo.rows));
}

/** Sends a change of an import. @param key makes commit and undo idempotent */
function sendChange(id: string, key: string, change: Change) {
  const path = `/api/admin/donation-imports/${id}` as const;
  switch (change.kind) {
    case 'mapping':
      return api(`${path}/mapping`, { method: 'PUT', body: change.mapping });
    case 'rows':
      return api(`${path}/rows`, { method: 'PATCH', body: change.repair });
    case 'takeBack':
      return api(`${path}/rows/undo`, { method: 'POST', body: { number: change.number } });
    case 'givers':
      return api(`${path}/givers`, { method: 'PATCH', body: change.answer });
    case 'commit':
      return api(`${path}/commit`, {
        method: 'POST',
        headers: { 'Idempotency-Key': `commit-${key}` },
      });
    case 'undo':
      return api(`${path}/undo`, {
        method: 'POST',
        body: { changed: change.changed },
        headers: { 'Idempotency-Key': `undo-${key}-${change.changed ?? ''}` },
      });
  }
}

/**
 * Loads the rows and the givers again. This comes before the counts change: a corrected row must
 * have disappeared by then, or it could be mistaken for the next row.
 */
async function refreshReview(client: QueryClient, id: string, change: Change): Promise<void> {
  const rows = change.kind === 'rows' ? change.repair.rows : undefined;
  await Promise.all([
    refreshRows(client, id, rows, reviewPage),
    client.invalidateQueries({ queryKey: ['giving', 'imports', 'givers', id] }),
  ]);
}

interface ChangeOptions {
  /** Returns whether another component shows the error. */
  isErrorShownElsewhere?: (error: unknown, change: Change) => boolean;
  /** Whether a notification says how many rows were changed. It is also read aloud. */
  isAnnounced?: boolean;
}

/**
 * Changes an import; the answer is the import after the change. Changes are sent one after the
 * other, so that quick clicks lose none. Commit and undo carry an idempotency key, so that a double
 * click has one effect.
 */
export function useChangeImport(
  id: string,
  { isErrorShownElsewhere, isAnnounced = false }: ChangeOptions = {},
) {
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    scope: { id: `import-${id}` },
    mutationFn: (change: Change) => sendChange(id, key, change),
    onSuccess: async (changed, change) => {
      await refreshReview(client, id, change);
      if (isAnnounced && change.kind === 'rows') announceRows(change.repair.action, changed.undo);
      client.setQueryData(importQuery(id).queryKey, changed);
      for (const list of ['list', 'answers', 'layouts'])
        void client.invalidateQueries({ queryKey: ['giving', 'imports', list] });
    },
    onError: (error, change) => {
      if (isErrorShownElsewhere?.(error, change)) return;
      const whose = change.kind === 'commit' ? onlyGiver(client, id) : undefined;
      toastError(
        whose ? `Failed to import donation for ${whose}` : failures[change.kind],
        error,
        'Import Failed',
      );
      return client.invalidateQueries({ queryKey: ['giving', 'imports'] });
    },
  });
}
