import type { z } from 'zod';
import type { editDonation } from '#libs/contracts';
import type { Database, Tx } from '#libs/database';
import { NotYetPublished, Refused, type Appended } from '#libs/event-sourcing';
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

/** A donation as it is shown, and as its stream tells it. */
interface LoadedDonation {
  row: DonationRow;
  loaded: LoadedStream<DonationState>;
}

/**
 * Reads a donation, decides and appends, again where somebody else came between. The church's lock lets no import come
 * between either; one that was begun on another store and changes this donation comes first.
 */
export function changeDonation<Result>(
  db: Database,
  streams: GivingStreams,
  actor: Actor,
  id: string,
  decide: (tx: Tx, donation: LoadedDonation) => Promise<Result>,
): Promise<Result> {
  return db.tenant(actor.organizationId, (tx) =>
    streams.decideWithRetry(
      tx,
      () => loadDonation(tx, streams, actor, id),
      (found) => decide(tx, found),
    ),
  );
}

async function loadDonation(
  tx: Tx,
  streams: GivingStreams,
  actor: Actor,
  id: string,
): Promise<LoadedDonation> {
  const row = await findCurrentDonation(tx, id);
  if (!row) throw new Refused('not-found', 'This donation does not exist, or it was deleted.');
  await refuseWhileImported(tx, id);
  return { row, loaded: await loadDonationStream(streams, actor, row) };
}

/**
 * A donation is what its row says: imports record and change donations in streams of their own. Its own stream says where the
 * next event goes, and what has to be shown before the row counts.
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

/** The facts of a version. */
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

/** @throws Refused conflict while an import that takes this gift back, or corrects it, is being recorded or undone */
async function refuseWhileImported(tx: Tx, id: string): Promise<void> {
  const [busy] = await findImportThatChanges(tx, { id });
  if (busy)
    throw new Refused(
      'conflict',
      'An import that changes this donation is being recorded. Please try again in a moment.',
    );
}

/** Decides, appends, and notes it in the audit log: the id and the figure, of which the names are found when it is shown. */
export async function appendChange(
  tx: Tx,
  streams: GivingStreams,
  actor: Actor,
  id: string,
  command: DonationCommand,
  loaded: LoadedStream<DonationState>,
  text: GivingText,
): Promise<Appended | null> {
  const before = loaded.state.is === 'unknown' ? null : loaded.state.gift;
  const note = () =>
    audit(tx, actor.id, noteOf[command.do], {
      donationId: id,
      donorId: (command.do === 'record' ? command.gift : before!).donorId,
      amount: toDecimal(BigInt((command.do === 'record' ? command.gift : before!).amount)),
      ...(command.do === 'correct' &&
      command.changes.amount !== undefined &&
      command.changes.amount !== before!.amount
        ? { becomes: toDecimal(BigInt(command.changes.amount)) }
        : {}),
    });
  try {
    const appended = await streams.execute<DonationState, DonationCommand, DonationEvent>(
      { ...actor, kind: 'donation', id },
      donationDecider,
      command,
      actor.id,
      loaded,
      eventTexts(tx, text),
    );
    if (appended && !appended.repeated) await note();
    return appended;
  } catch (error) {
    // recorded all the same: the note must not go with what is told to the person
    if (error instanceof NotYetPublished && !error.appended.repeated) {
      await note();
      await tx.checkpoint();
    }
    throw error;
  }
}

const noteOf = {
  record: 'donation.recorded',
  correct: 'donation.corrected',
  void: 'donation.deleted',
  restore: 'donation.restored',
} as const;

/** @throws Refused stale, with the donation as it is now and what the person meant to make of it */
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
