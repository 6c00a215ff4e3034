import { type ReactNode, useState } from 'react';
import type { DonationImport, ImportMappingChoice } from '#libs/contracts';
import { Confirm } from '../../../../components/ui/overlay/dialog';
import { ApiError, explain } from '../../../../lib/api';
import { useChangeImport } from '../change-import';

interface Callbacks {
  onSuccess?: (draft: DonationImport) => void;
  onSettled?: () => void;
}

interface Remap {
  /**
   * Reads the file with these answers. Changes of single rows are kept; if they cannot be kept, the
   * user is asked.
   */
  remap: (mapping: ImportMappingChoice, callbacks?: Callbacks) => void;
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
    callbacks: Callbacks;
  } | null>(null);
  const wouldLoseChanges = (error: unknown, mapping: ImportMappingChoice) =>
    repaired > 0 && !mapping.dropRepairs && error instanceof ApiError && error.status === 409;
  const change = useChangeImport(id, {
    isErrorShownElsewhere: (error, failedChange) =>
      failedChange.kind === 'mapping' && wouldLoseChanges(error, failedChange.mapping),
  });
  const remap = (mapping: ImportMappingChoice, callbacks: Callbacks = {}) =>
    change.mutate(
      { kind: 'mapping', mapping },
      {
        onSuccess: (draft) => callbacks.onSuccess?.(draft),
        onError: (error) =>
          wouldLoseChanges(error, mapping) &&
          setRemapToConfirm({ mapping, why: explain(error), callbacks }),
        onSettled: () => callbacks.onSettled?.(),
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
        remap({ ...remapToConfirm.mapping, dropRepairs: true }, remapToConfirm.callbacks);
        setRemapToConfirm(null);
      }}
    />
  );
  return { remap, isPending: change.isPending, question };
}
