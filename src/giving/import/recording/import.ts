import { Refused, type Decider } from '#libs/event-sourcing';

/** Amounts in integer cents. */
export type ImportEvent =
  | {
      type: 'DonationImportCommitted';
      data: { importId: string; donations: number; amount: number };
    }
  | { type: 'DonationImportUndone'; data: { importId: string; donations: number; amount: number } };

export interface ImportCommand {
  do: 'commit' | 'undo';
  importId: string;
  donations: number;
  amount: number;
  /** the number of changes of other gifts, or of its own: refunds, deletions and corrections */
  changes: number;
}

export type ImportState = { is: 'draft' | 'committed' | 'undone' };

/**
 * The stream of an import contains a `DonationRecorded` event for each gift, then the
 * `DonationCorrected` and `DonationVoided` events of what it changes, then the commit marker. The
 * events count as soon as the marker is stored. An undo appends further events and deletes none.
 */
export const importDecider: Decider<ImportState, ImportCommand, ImportEvent> = {
  initial: { is: 'draft' },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'DonationImportCommitted':
        return { is: 'committed' };
      case 'DonationImportUndone':
        return { is: 'undone' };
      default:
        return event satisfies never;
    }
  },
  decide: (command, state) => {
    const { importId, donations, amount, changes } = command;
    switch (command.do) {
      case 'commit':
        if (state.is !== 'draft')
          throw new Refused('conflict', 'This import is already committed.');
        if (donations + changes === 0)
          throw new Refused('invalid', 'There is nothing to import: no row of this file is new.');
        return [{ type: 'DonationImportCommitted', data: { importId, donations, amount } }];
      case 'undo':
        if (state.is !== 'committed')
          throw new Refused(
            'conflict',
            state.is === 'undone'
              ? 'This import is already undone.'
              : 'This import is not committed.',
          );
        return [{ type: 'DonationImportUndone', data: { importId, donations, amount } }];
      default:
        return command.do satisfies never;
    }
  },
};
