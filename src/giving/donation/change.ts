import type { z } from 'zod';
import type { editDonation } from '#libs/contracts';
import type { Database, Tx } from '#libs/database';
import { lockChurch, NotYetShown, Refused, WrongExpectedRevision, type Appended } from '#libs/event-sourcing';
import { audit } from '#libs/http';
import { toDecimal } from '#libs/money';
import type { By, GivingStreams, Loaded } from '../streams.js';
import { forgetText, keepText, type GivingText } from '../text.js';
import { donationDecider, type DonationCommand, type DonationEvent, type DonationState, type GiftFacts } from './donation.js';
import { currentDonation, toDonation, type DonationRow } from './donation.query.js';

/** A donation as it is shown, and as its stream tells it. */
interface Standing {
  row: DonationRow;
  loaded: Loaded<DonationState>;
}

/**
 * Reads a donation, decides and appends, again and again while somebody else comes between: a store outside PostgreSQL is
 * written to after the church's lock was let go.
 */
export function decided<Result>(db: Database, streams: GivingStreams, by: By, id: string, decide: (tx: Tx, standing: Standing) => Promise<Result>): Promise<Result> {
  return db.tenant(by.organizationId, async (tx) => {
    for (let refusedAt: number | undefined; ; ) {
      const standing = await loadLocked(tx, streams, by, id);
      try {
        return await decide(tx, standing);
      } catch (error) {
        const { revision } = standing.loaded;
        // refused where it was refused before: nobody came between, and another attempt would change nothing
        if (!(error instanceof WrongExpectedRevision) || revision === refusedAt) throw error;
        refusedAt = revision;
      }
    }
  });
}

/**
 * The donation under the church's lock, so that no undo of its import comes between. An imported donation
 * has no stream of its own before its first change: its state then is the row the import made.
 */
async function loadLocked(tx: Tx, streams: GivingStreams, by: By, id: string): Promise<Standing> {
  for (let awaited: number | undefined; ; ) {
    await lockChurch(tx, by.organizationId);
    const row = await currentDonation(tx, id);
    if (!row) throw new Refused('not-found', 'This donation does not exist, or it was deleted.');
    const loaded = await load(streams, by, row);
    // what is decided on texts and campaign is decided on the row: it must be that of the stream's last event
    if (loaded.state.version === row.version || loaded.revision === awaited) return { row, loaded };
    await streams.untilShown(by, loaded);
    awaited = loaded.revision;
  }
}

/** What an imported donation was before its first change is the row that the import made. */
export function load(streams: GivingStreams, by: By, row: DonationRow): Promise<Loaded<DonationState>> {
  const imported: DonationState | undefined = row.import_id ? { is: 'given', version: 1, gift: giftOf(row) } : undefined;
  return streams.load<DonationState, DonationEvent>({ ...by, kind: 'donation', id: row.donation_id }, donationDecider, imported);
}

const giftOf = (row: DonationRow): GiftFacts => ({
  donorId: row.donor_id,
  amount: Number(row.amount),
  currency: 'USD',
  date: row.date,
  paymentMethod: row.payment_method,
  campaignId: row.campaign_id,
  fundraiserId: row.fundraiser_id,
});

/** Decides, appends, and notes it in the audit log: the id and the figure, of which the names are found when it is shown. */
export async function change(tx: Tx, streams: GivingStreams, by: By, id: string, command: DonationCommand, loaded: Loaded<DonationState>, text: GivingText): Promise<Appended | null> {
  let kept: string | undefined;
  const keep = (eventId: string) => keepText(tx, (kept = eventId), text);
  const before = loaded.state.is === 'unknown' ? null : loaded.state.gift;
  const note = () => audit(tx, by.id, noteOf[command.do], {
    donationId: id, donorId: (command.do === 'record' ? command.gift : before!).donorId, amount: toDecimal(BigInt((command.do === 'record' ? command.gift : before!).amount)),
    ...(command.do === 'correct' && command.changes.amount !== undefined && command.changes.amount !== before!.amount ? { becomes: toDecimal(BigInt(command.changes.amount)) } : {}),
  });
  try {
    const appended = await streams.execute<DonationState, DonationCommand, DonationEvent>({ ...by, kind: 'donation', id }, donationDecider, command, by.id, loaded, keep);
    if (appended && !appended.repeated) await note();
    return appended;
  } catch (error) {
    // where events lie elsewhere, its text was committed before it was refused
    if (error instanceof WrongExpectedRevision && kept !== undefined) {
      await forgetText(tx, kept);
      await tx.checkpoint();
    }
    // recorded all the same: the note must not go with what is told to the person
    if (error instanceof NotYetShown && !error.appended.repeated) {
      await note();
      await tx.checkpoint();
    }
    throw error;
  }
}

const noteOf = { record: 'donation.recorded', correct: 'donation.corrected', void: 'donation.deleted', restore: 'donation.restored' } as const;

/** @throws Refused stale, with the donation as it is now and what the person meant to make of it */
export function assertFresh(row: DonationRow, expectedVersion: number | null, organizationId: string, body: Partial<z.output<typeof editDonation>>): void {
  if (expectedVersion === null || expectedVersion === row.version) return;
  const { amount, ...rest } = body;
  throw new Refused('stale', 'Somebody else changed this donation in the meantime. Nothing of yours was saved yet.', {
    current: toDonation(organizationId, row),
    yours: { ...rest, ...(amount === undefined ? {} : { amount: `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}` }) },
  });
}
