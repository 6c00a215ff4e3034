import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MemberImport } from '#libs/contracts';
import { api } from '../../../lib/api';
import { plural } from '../../../lib/format';
import { toast, toastError } from '../../../lib/toast';

function send(file: File, query: string): Promise<MemberImport> {
  const body = new FormData();
  body.append('file', file);
  return api<MemberImport>(`/api/admin/users/import${query}`, { method: 'POST', body });
}

/** Who is in a file; nothing is changed by it. */
export const useCheckMembers = () => useMutation({ mutationFn: (file: File) => send(file, '?check=true') });

export function useImportMembers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => send(file, ''),
    onSuccess: ({ added }) => {
      toast('Members Added', `${plural(added, 'member was', 'members were')} added.`);
      return client.invalidateQueries();
    },
    onError: (error) => {
      toastError('Failed to import members', error);
    },
  });
}
