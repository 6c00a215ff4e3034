import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DonationImport } from '#libs/contracts';
import { ApiError } from '../../../../lib/api';
import { toastError } from '../../../../lib/toast';
import { importQuery } from '../queries';

/** Uploads a file, or pasted text as a file, and returns its draft. */
export function useUpload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append('file', file);
      const response = await fetch('/api/admin/donation-imports', {
        method: 'POST',
        credentials: 'same-origin',
        body,
      });
      const text = await response.text();
      if (!response.ok) throw new ApiError(response.status, text || response.statusText);
      return JSON.parse(text) as DonationImport;
    },
    onSuccess: (draft) => {
      client.setQueryData(importQuery(draft.id).queryKey, draft);
      return client.invalidateQueries({ queryKey: ['giving', 'imports', 'list'] });
    },
    onError: (error) => {
      toastError('This file could not be read.', error, 'Import Failed');
    },
  });
}
