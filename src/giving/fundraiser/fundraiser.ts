import { Refused, type Decider } from '#libs/event-sourcing';

export interface FundraiserFacts {
  /** integer cents */
  goal: number;
  startDate: string;
  endDate: string | null;
  isActive: boolean;
  /** Null for a fundraiser of an earlier version, whose campaign is in the table `fundraiser_campaign`. */
  campaignId: string | null;
}

export type FundraiserEvent =
  | { type: 'FundraiserOpened'; data: { fundraiserId: string; opening: number } & FundraiserFacts }
  | {
      type: 'FundraiserChanged';
      data: { fundraiserId: string; before: FundraiserFacts; after: FundraiserFacts };
    }
  | { type: 'FundraiserRemoved'; data: { fundraiserId: string } };

export type FundraiserCommand =
  | ({ do: 'open'; fundraiserId: string; opening: number } & FundraiserFacts)
  | { do: 'change'; fundraiserId: string; changes: Partial<FundraiserFacts> }
  | { do: 'remove'; fundraiserId: string };

export type FundraiserState =
  | { is: 'unknown' }
  | { is: 'removed' }
  | ({ is: 'open' } & FundraiserFacts);

/**
 * A campaign with a goal. The amount that it has raised is a projection: the opening amount, and the
 * donations to its campaign since its start date (`periods.ts`).
 */
export const fundraiserDecider: Decider<FundraiserState, FundraiserCommand, FundraiserEvent> = {
  initial: { is: 'unknown' },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'FundraiserOpened': {
        const { goal, startDate, endDate, isActive, campaignId } = event.data;
        return { is: 'open', goal, startDate, endDate, isActive, campaignId };
      }
      case 'FundraiserChanged':
        return { is: 'open', ...event.data.after };
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
    const { is: _is, ...before } = state;
    const after = { ...before, ...command.changes };
    assertFacts(after);
    const changed = (Object.keys(before) as (keyof FundraiserFacts)[]).some(
      (fact) => before[fact] !== after[fact],
    );
    return changed ? [{ type: 'FundraiserChanged', data: { fundraiserId, before, after } }] : [];
  },
};

function assertFacts({
  goal,
  startDate,
  endDate,
}: Pick<FundraiserFacts, 'goal' | 'startDate' | 'endDate'>): void {
  if (goal < 100) throw new Refused('invalid', 'Goal must be at least $1');
  if (endDate !== null && endDate < startDate)
    throw new Refused('invalid', 'The end date must not be before the start date.');
}
