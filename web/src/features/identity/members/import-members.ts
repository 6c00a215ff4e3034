import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MemberImport } from '#libs/contracts';
import { api } from '../../../lib/api';
import type { Encoding } from '../../../lib/forms/encodings';
import { plural } from '../../../lib/format';
import { toast, toastError } from '../../../lib/toast';

export interface MemberFile {
  file: File;
  /** The encoding that the user chose, if the file does not say it. */
  encoding: Encoding | undefined;
}

function send({ file, encoding }: MemberFile, check: boolean): Promise<MemberImport> {
  const body = new FormData();
  body.append('file', file);
  return api('/api/admin/users/import', {
    query: { check: check || undefined, encoding },
    method: 'POST',
    body,
  });
}

/** Reads the members of a file without changing anything. */
export const useCheckMembers = () =>
  useMutation({ mutationFn: (file: MemberFile) => send(file, true) });

export function useImportMembers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: MemberFile) => send(file, false),
    onSuccess: ({ added, errorCount }) => {
      const leftOutNote =
        errorCount > 0 ? ` ${plural(errorCount, 'row was', 'rows were')} left out.` : '';
      toast('Members Added', `${plural(added, 'member was', 'members were')} added.${leftOutNote}`);
      return client.invalidateQueries();
    },
    onError: (error) => {
      toastError('Failed to import members', error);
    },
  });
}
