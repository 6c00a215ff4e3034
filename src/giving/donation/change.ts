import type { z } from 'zod';
import type { editDonation } from '#libs/contracts';
import type { Database, Tx } from '#libs/database';
import { NotYetPublished, Refused, type AppendResult } from '#libs/event-sourcing';
import { audit } from '#libs/http';
import { toDecimal } from '#libs/money';
import type { Actor, GivingStreams, LoadedStream } from '../streams.js';
import { eventTexts, type GivingText } from '../text.js';
import {
  donationDecider,
  type DonationCommand,
  type DonationEvent,
  type DonationState,
  type DonationFacts,
} from './donation.js';
import { findCurrentDonation, toDonation, type DonationRow } from './donation.query.js';
import { findImportThatChanges } from './donation.sql.js';

/** The present row of a donation, and the state of its stream. */
interface LoadedDonation {
  row: DonationRow;
  loaded: LoadedStream<DonationState>;
}

/** The donation that an actor changes, and the access to its stream. */
export interface DonationTarget {
  streams: GivingStreams;
  actor: Actor;
  donationId: string;
}

/**
 * Reads a donation, decides and appends. Repeats this if another change was recorded in between.
 * @throws Refused not-found if the donation does not exist or is deleted; conflict if an import
 *   that changes it is being recorded or undone
 */
export function changeDonation<Result>(
  db: Database,
  target: DonationTarget,
  decide: (tx: Tx, donation: LoadedDonation) => Promise<Result>,
): Promise<Result> {
  return db.tenant(target.actor.organizationId, (tx) =>
    target.streams.decideWithRetry(
      tx,
      () => loadDonation(tx, target),
      (donation) => decide(tx, donation),
    ),
  );
}

async function loadDonation(
  tx: Tx,
  { streams, actor, donationId }: DonationTarget,
): Promise<LoadedDonation> {
  const row = await findCurrentDonation(tx, donationId);
  if (!row) throw new Refused('not-found', 'This donation does not exist, or it was deleted.');
  await refuseWhileImported(tx, donationId);
  return { row, loaded: await loadDonationStream(streams, actor, row) };
}

/**
 * Returns the state of a donation from its row, because imports record and change donations in
 * streams of their own. The revision comes from the donation's own stream: the next event follows
 * it, and the row is up to date when the event at this revision is published.
 */
export async function loadDonationStream(
  streams: GivingStreams,
  actor: Actor,
  row: DonationRow,
): Promise<LoadedStream<DonationState>> {
  const { revision, stream } = await streams.load<DonationState, DonationEvent>(
    { ...actor, kind: 'donation', id: row.donationId },
    donationDecider,
  );
  return {
    state: { is: row.state, version: row.version, gift: toDonationFacts(row) },
    revision,
    stream,
  };
}

/** The columns of a version that contain its facts. */
export type RowWithFacts = Pick<
  DonationRow,
  'donorId' | 'amount' | 'date' | 'paymentMethod' | 'campaignId' | 'recordedFundraiserId'
>;

export const toDonationFacts = (row: RowWithFacts): DonationFacts => ({
  donorId: row.donorId,
  amount: Number(row.amount),
  currency: 'USD',
  date: row.date,
  paymentMethod: row.paymentMethod,
  campaignId: row.campaignId,
  fundraiserId: row.recordedFundraiserId,
});

/**
 * @throws Refused conflict while an import is being recorded or undone that corrects or voids the
 *   donation
 */
async function refuseWhileImported(tx: Tx, id: string): Promise<void> {
  const [runningImport] = await findImportThatChanges(tx, { id });
  if (runningImport)
    throw new Refused(
      'conflict',
      'An import that changes this donation is being recorded. Please try again in a moment.',
    );
}

/** A command on a donation, with what the command handler has read and written for it. */
interface DonationChange {
  command: DonationCommand;
  loaded: LoadedStream<DonationState>;
  text: GivingText;
}

/**
 * Decides on a command, appends the event, and adds an entry to the audit log.
 * @returns null if nothing changes
 */
export async function appendChange(
  tx: Tx,
  { streams, actor, donationId }: DonationTarget,
  { command, loaded, text }: DonationChange,
): Promise<AppendResult | null> {
  const before = loaded.state.is === 'unknown' ? null : loaded.state.gift;
  const auditChange = () =>
    audit(tx, actor.id, auditActions[command.do], auditDetails(donationId, command, before));
  try {
    const appended = await streams.execute<DonationState, DonationCommand, DonationEvent>(
      { ...actor, kind: 'donation', id: donationId },
      donationDecider,
      command,
      actor.id,
      loaded,
      eventTexts(tx, text),
    );
    if (appended && !appended.isRepeated) await auditChange();
    return appended;
  } catch (error) {
    // the event is recorded, so the audit log must keep its entry although the request fails
    if (error instanceof NotYetPublished && !error.appended.isRepeated) {
      await auditChange();
      await tx.checkpoint();
    }
    throw error;
  }
}

const auditActions = {
  record: 'donation.recorded',
  correct: 'donation.corrected',
  void: 'donation.deleted',
  restore: 'donation.restored',
} as const;

/** Returns ids and amounts. The audit log contains no names; queries add the present ones. */
function auditDetails(donationId: string, command: DonationCommand, before: DonationFacts | null) {
  const gift = command.do === 'record' ? command.gift : before!;
  const newAmount = command.do === 'correct' ? command.changes.amount : undefined;
  const isAmountChanged = newAmount !== undefined && newAmount !== gift.amount;
  return {
    donationId,
    donorId: gift.donorId,
    amount: toDecimal(BigInt(gift.amount)),
    ...(isAmountChanged ? { becomes: toDecimal(BigInt(newAmount)) } : {}),
  };
}

/**
 * Checks that the user has seen the present version of a donation.
 * @throws Refused stale, with the donation as it is now and with the user's edit
 */
export function assertFresh(
  row: DonationRow,
  expectedVersion: number | null,
  organizationId: string,
  body: Partial<z.output<typeof editDonation>>,
): void {
  if (expectedVersion === null || expectedVersion === row.version) return;
  const { amount, ...rest } = body;
  throw new Refused(
    'stale',
    'Somebody else changed this donation in the meantime. Nothing of yours was saved yet.',
    {
      current: toDonation(organizationId, row),
      yours: {
        ...rest,
        ...(amount === undefined
          ? {}
          : { amount: `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}` }),
      },
    },
  );
}
