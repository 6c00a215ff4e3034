import type { pledgeFrequencies } from '#libs/contracts';
import { Refused, type Decider } from '#libs/event-sourcing';

export type Frequency = (typeof pledgeFrequencies)[number];
export interface PledgeFacts {
  /** Integer cents for the whole year. */
  amount: number;
  frequency: Frequency;
}

export type PledgeEvent =
  | { type: 'PledgeMade'; data: { pledgeId: string; userId: string; year: number } & PledgeFacts }
  | {
      type: 'PledgeChanged';
      data: { pledgeId: string; before: PledgeFacts; after: PledgeFacts; textChanged: boolean };
    };

export const alreadyPledged = (year: number) => {
  const message = `You already have a pledge for ${year}. Update that one instead.`;
  return new Refused('conflict', message, { issues: [{ path: 'year', message }] });
};

export type PledgeCommand =
  | ({ do: 'make'; pledgeId: string; userId: string; year: number } & PledgeFacts)
  | {
      do: 'change';
      pledgeId: string;
      changes: Partial<PledgeFacts>;
      textChanged: boolean;
      /** The version that the user has seen; null for any. */
      expectedVersion: number | null;
    };

export type PledgeState =
  | { exists: false }
  | ({ exists: true; version: number; userId: string; year: number } & PledgeFacts);

/**
 * The rules of a pledge. A user has one pledge for a year. Its id follows from user and year, so
 * that a second pledge has the stream of the first one, and is refused.
 */
export const pledgeDecider: Decider<PledgeState, PledgeCommand, PledgeEvent> = {
  initial: { exists: false },
  evolve: (state, event) => {
    switch (event.type) {
      case 'PledgeMade': {
        const { userId, year, amount, frequency } = event.data;
        return { exists: true, version: 1, userId, year, amount, frequency };
      }
      case 'PledgeChanged':
        return state.exists ? { ...state, version: state.version + 1, ...event.data.after } : state;
      default:
        return event satisfies never;
    }
  },
  decide: (command, state) => {
    switch (command.do) {
      case 'make': {
        if (state.exists) throw alreadyPledged(command.year);
        if (command.amount < 100) throw new Refused('invalid', 'Pledge amount must be at least $1');
        const { pledgeId, userId, year, amount, frequency } = command;
        return [{ type: 'PledgeMade', data: { pledgeId, userId, year, amount, frequency } }];
      }
      case 'change': {
        if (!state.exists) throw new Refused('not-found', 'This pledge does not exist.');
        if (command.expectedVersion !== null && command.expectedVersion !== state.version)
          throw new Refused(
            'stale',
            'Your pledge was changed in the meantime, perhaps on another device. ' +
              'Nothing of this change was saved yet.',
          );
        const before = { amount: state.amount, frequency: state.frequency };
        const after = { ...before, ...command.changes };
        if (after.amount < 100) throw new Refused('invalid', 'Pledge amount must be at least $1');
        if (
          !command.textChanged &&
          after.amount === before.amount &&
          after.frequency === before.frequency
        )
          return [];
        return [
          {
            type: 'PledgeChanged',
            data: { pledgeId: command.pledgeId, before, after, textChanged: command.textChanged },
          },
        ];
      }
      default:
        return command satisfies never;
    }
  },
};
