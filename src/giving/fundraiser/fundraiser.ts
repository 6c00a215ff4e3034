import { Refused, type Decider } from '#libs/event-sourcing';

export interface FundraiserFacts {
  /** Integer cents. */
  goal: number;
  startDate: string;
  endDate: string | null;
  isActive: boolean;
  /** Null for a fundraiser of an earlier version: `fundraiser_campaign` has its campaign. */
  campaignId: string | null;
}

export type FundraiserEvent =
  | { type: 'FundraiserOpened'; data: { fundraiserId: string; opening: number } & FundraiserFacts }
  | {
      type: 'FundraiserChanged';
      data: {
        fundraiserId: string;
        before: FundraiserFacts;
        after: FundraiserFacts;
        /** Whether the title or the description changed. */
        textChanged: boolean;
      };
    }
  | { type: 'FundraiserRemoved'; data: { fundraiserId: string } };

export type FundraiserCommand =
  | ({ do: 'open'; fundraiserId: string; opening: number } & FundraiserFacts)
  | {
      do: 'change';
      fundraiserId: string;
      changes: Partial<FundraiserFacts>;
      textChanged: boolean;
      /** The version that the user has seen; null for any. */
      expectedVersion: number | null;
    }
  | { do: 'remove'; fundraiserId: string };

export type FundraiserState =
  | { is: 'unknown' }
  | { is: 'removed' }
  | ({ is: 'open'; version: number } & FundraiserFacts);

/**
 * A campaign with a goal. The amount that it has raised is a projection: the opening amount, and
 * the donations to its campaign since its start date (`periods.ts`).
 */
export const fundraiserDecider: Decider<FundraiserState, FundraiserCommand, FundraiserEvent> = {
  initial: { is: 'unknown' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'FundraiserOpened': {
        const { goal, startDate, endDate, isActive, campaignId } = event.data;
        return { is: 'open', version: 1, goal, startDate, endDate, isActive, campaignId };
      }
      case 'FundraiserChanged':
        return { is: 'open', version: versionOf(state) + 1, ...event.data.after };
      case 'FundraiserRemoved':
        return { is: 'removed' };
      default:
        return event satisfies never;
    }
  },
  decide: (command, state) => {
    if (command.do === 'open') {
      if (state.is !== 'unknown') throw new Refused('conflict', 'This fundraiser already exists.');
      if (command.opening < 0)
        throw new Refused('invalid', 'The opening amount cannot be negative.');
      const { do: _do, ...data } = command;
      assertFacts(data);
      return [{ type: 'FundraiserOpened', data }];
    }
    if (state.is !== 'open') throw new Refused('not-found', 'This fundraiser does not exist.');
    const { fundraiserId } = command;
    if (command.do === 'remove') return [{ type: 'FundraiserRemoved', data: { fundraiserId } }];
    assertVersion(command, state);
    const { is: _is, version: _version, ...before } = state;
    const { textChanged } = command;
    const after = { ...before, ...command.changes };
    assertFacts(after);
    const changed = (Object.keys(before) as (keyof FundraiserFacts)[]).some(
      (fact) => before[fact] !== after[fact],
    );
    if (!changed && !textChanged) return [];
    return [{ type: 'FundraiserChanged', data: { fundraiserId, before, after, textChanged } }];
  },
};

const versionOf = (state: FundraiserState) => (state.is === 'open' ? state.version : 0);

/**
 * Checks that nobody has changed the fundraiser since the version that the user has seen.
 * @throws Refused stale if somebody has
 */
export function assertVersion(command: FundraiserCommand, state: FundraiserState): void {
  if (command.do !== 'change' || state.is !== 'open') return;
  const { expectedVersion } = command;
  if (expectedVersion === null || expectedVersion === state.version) return;
  throw new Refused(
    'stale',
    'Somebody else changed this campaign in the meantime. Nothing of yours was saved yet.',
  );
}

function assertFacts({
  goal,
  startDate,
  endDate,
}: Pick<FundraiserFacts, 'goal' | 'startDate' | 'endDate'>): void {
  if (goal < 100) throw new Refused('invalid', 'Goal must be at least $1');
  if (endDate !== null && endDate < startDate)
    throw new Refused('invalid', 'The end date must not be before the start date.');
}
