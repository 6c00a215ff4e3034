import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { DonationImport } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { Confirm } from '../../../../components/ui/overlay/dialog';
import { api } from '../../../../lib/api';
import { plural } from '../../../../lib/format';
import { toast, toastError } from '../../../../lib/toast';
import { importQuery, importsQuery } from '../queries';

/** Deletes a draft with its file and rows. This also happens automatically after thirty days. */
export function DeleteDraft({ draft }: { draft: DonationImport }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api(`/api/admin/donation-imports/${draft.id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      toast('Draft Deleted', `${draft.fileName} is gone. Nothing of it was recorded.`);
      await navigate({ to: '/admin/donation-imports' });
      client.removeQueries({ queryKey: importQuery(draft.id).queryKey });
      await client.invalidateQueries({ queryKey: importsQuery.queryKey });
    },
    onError: (error) => toastError('The draft could not be deleted.', error),
  });
  const rows = draft.counts.total > 0 ? `, its ${plural(draft.counts.total, 'row')}` : '';
  return (
    <>
      <Button variant="quietDanger" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        Delete draft
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this draft?"
        description={
          'The file ' +
          `${draft.fileName}${rows} ` +
          'and your fixes are deleted. Nothing of it was recorded, and it can be uploaded ' +
          'again. What you said about its columns and givers is remembered.'
        }
        confirm="Delete draft"
        pending={remove.isPending}
        pendingLabel="Deleting..."
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
