import type { PaymentMethod } from '#libs/contracts';
import { Refused, type Decider } from '#libs/event-sourcing';

/**
 * The facts of a donation that its events contain. Names and free text are stored in other tables,
 * where they can be corrected and erased.
 */
export interface DonationFacts {
  donorId: string;
  /** Integer cents. */
  amount: number;
  currency: 'USD';
  /** Calendar date in the church's time zone. */
  date: string;
  paymentMethod: PaymentMethod;
  campaignId: string;
  /**
   * The fundraiser that was active when an earlier version of the program recorded the donation;
   * otherwise null. Nothing depends on it: campaign and date decide for which fundraiser a donation
   * counts (`fundraiser/periods.ts`).
   */
  fundraiserId: string | null;
}

export type DonationEvent =
  | {
      type: 'DonationRecorded';
      data: { donationId: string; gift: DonationFacts; importId: string | null };
    }
  | {
      type: 'DonationCorrected';
      data: {
        donationId: string;
        before: DonationFacts;
        after: DonationFacts;
        textChanged: boolean;
      };
    }
  | { type: 'DonationVoided'; data: { donationId: string; before: DonationFacts } }
  | { type: 'DonationRestored'; data: { donationId: string; gift: DonationFacts } };

export type DonationCommand =
  | { do: 'record'; donationId: string; gift: DonationFacts }
  | {
      do: 'correct';
      donationId: string;
      changes: Partial<DonationFacts>;
      textChanged: boolean;
      expectedVersion: number | null;
    }
  | { do: 'void'; donationId: string; expectedVersion: number | null }
  | { do: 'restore'; donationId: string; expectedVersion: number | null };

export type DonationState =
  | { is: 'unknown'; version: 0 }
  | { is: 'given'; version: number; gift: DonationFacts }
  | { is: 'voided'; version: number; gift: DonationFacts };

/** The rules of a donation: corrections, voids and restores are further events. */
export const donationDecider: Decider<DonationState, DonationCommand, DonationEvent> = {
  initial: { is: 'unknown', version: 0 },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DonationRecorded':
        return { is: 'given', version: 1, gift: event.data.gift };
      case 'DonationCorrected':
        return { is: 'given', version: state.version + 1, gift: event.data.after };
      case 'DonationVoided':
        return { is: 'voided', version: state.version + 1, gift: event.data.before };
      case 'DonationRestored':
        return { is: 'given', version: state.version + 1, gift: event.data.gift };
      default:
        return event satisfies never;
    }
  },
  decide: (command, state) => {
    switch (command.do) {
      case 'record':
        return decideRecord(command, state);
      case 'correct':
        return decideCorrection(command, state);
      case 'void':
        return decideVoid(command, state);
      case 'restore':
        return decideRestore(command, state);
      default:
        return command satisfies never;
    }
  },
};

type CommandTo<Action extends DonationCommand['do']> = Extract<DonationCommand, { do: Action }>;

function decideRecord(
  { donationId, gift }: CommandTo<'record'>,
  state: DonationState,
): DonationEvent[] {
  if (state.is !== 'unknown') throw new Refused('conflict', 'This donation is already recorded.');
  assertGift(gift);
  return [{ type: 'DonationRecorded', data: { donationId, gift, importId: null } }];
}

function decideCorrection(
  { donationId, changes, textChanged, expectedVersion }: CommandTo<'correct'>,
  state: DonationState,
): DonationEvent[] {
  const before = requireGiven(state, expectedVersion);
  const after = { ...before, ...changes };
  assertGift(after);
  if (!textChanged && haveSameFacts(before, after)) return [];
  return [{ type: 'DonationCorrected', data: { donationId, before, after, textChanged } }];
}

function decideVoid(
  { donationId, expectedVersion }: CommandTo<'void'>,
  state: DonationState,
): DonationEvent[] {
  const before = requireGiven(state, expectedVersion);
  return [{ type: 'DonationVoided', data: { donationId, before } }];
}

function decideRestore(
  { donationId, expectedVersion }: CommandTo<'restore'>,
  state: DonationState,
): DonationEvent[] {
  if (state.is === 'unknown') throw new Refused('not-found', 'This donation does not exist.');
  if (state.is === 'given') throw new Refused('conflict', 'This donation is not deleted.');
  assertVersion(state, expectedVersion);
  return [{ type: 'DonationRestored', data: { donationId, gift: state.gift } }];
}

/** @throws Refused not-found if the donation is unknown or voided; stale for another version */
function requireGiven(state: DonationState, expectedVersion: number | null): DonationFacts {
  if (state.is !== 'given')
    throw new Refused('not-found', 'This donation does not exist, or it was deleted.');
  assertVersion(state, expectedVersion);
  return state.gift;
}

function assertVersion(state: DonationState, expectedVersion: number | null): void {
  if (expectedVersion !== null && expectedVersion !== state.version) {
    throw new Refused('stale', 'Somebody else changed this donation in the meantime.');
  }
}

function assertGift(gift: DonationFacts): void {
  if (!Number.isSafeInteger(gift.amount) || gift.amount <= 0)
    throw new Refused('invalid', 'Amount must be greater than 0');
}

const facts = [
  'donorId',
  'amount',
  'currency',
  'date',
  'paymentMethod',
  'campaignId',
  'fundraiserId',
] as const;
export const haveSameFacts = (first: DonationFacts, second: DonationFacts) =>
  facts.every((fact) => first[fact] === second[fact]);
