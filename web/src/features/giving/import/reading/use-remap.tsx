import { type ReactNode, useState } from 'react';
import type { DonationImport, ImportMappingChoice } from '#libs/contracts';
import { Confirm } from '../../../../components/ui/overlay/dialog';
import { ApiError, explain } from '../../../../lib/api';
import { useChangeImport } from '../change-import';

interface Then {
  onSuccess?: (draft: DonationImport) => void;
  onSettled?: () => void;
}

interface Remap {
  /**
   * Reads the file with these answers. Changes of single rows are kept; if they cannot be kept, the
   * user is asked.
   */
  remap: (mapping: ImportMappingChoice, then?: Then) => void;
  isPending: boolean;
  /** The question for the user, while it is open. */
  question: ReactNode;
}

/**
 * Changes how a file is read. If changes of the user cannot be kept, they are lost only if the user
 * agrees.
 */
export function useRemap({ id, repaired }: DonationImport): Remap {
  const [remapToConfirm, setRemapToConfirm] = useState<{
    mapping: ImportMappingChoice;
    why: string;
    then: Then;
  } | null>(null);
  const loses = (error: unknown, mapping: ImportMappingChoice) =>
    repaired > 0 && !mapping.dropRepairs && error instanceof ApiError && error.status === 409;
  const change = useChangeImport(id, {
    saysOtherwise: (error, one) => one.kind === 'mapping' && loses(error, one.mapping),
  });
  const remap = (mapping: ImportMappingChoice, then: Then = {}) =>
    change.mutate(
      { kind: 'mapping', mapping },
      {
        onSuccess: (draft) => then.onSuccess?.(draft),
        onError: (error) =>
          loses(error, mapping) && setRemapToConfirm({ mapping, why: explain(error), then }),
        onSettled: () => then.onSettled?.(),
      },
    );
  const question = (
    <Confirm
      open={remapToConfirm !== null}
      onOpenChange={() => setRemapToConfirm(null)}
      title="Discard your fixes?"
      description={remapToConfirm?.why}
      cancel="Keep them"
      confirm="Discard and continue"
      pending={change.isPending}
      pendingLabel="Reading…"
      onConfirm={() => {
        if (!remapToConfirm || change.isPending) return;
        remap({ ...remapToConfirm.mapping, dropRepairs: true }, remapToConfirm.then);
        setRemapToConfirm(null);
      }}
    />
  );
  return { remap, isPending: change.isPending, question };
}
