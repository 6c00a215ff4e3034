import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { memberMethods, type createDonation, type createGuestDonation, type Donation, type editDonation } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { lockChurch, NotYetShown, Refused, WrongExpectedRevision, type Appended } from '#libs/event-sourcing';
import { audit, newId } from '#libs/http';
import { toDecimal } from '#libs/money';
import { today } from '../../tenancy/index.js';
import { campaignFor } from '../campaign/campaigns.js';
import { fullName, guestDonor, nameKey, requireMember, unidentifiedDonor } from '../donor/donors.js';
import { GivingStreams, type Loaded } from '../streams.js';
import { forgetText, keepText, type GivingText } from '../text.js';
import { donationDecider, type DonationCommand, type DonationEvent, type DonationState, type GiftFacts } from './donation.js';
import { currentDonation, deletedDonation, toDonation, type DonationRow } from './donation.query.js';
import { takeSource } from './source.js';

/** Who asks, in which church. */
export interface By {
  organizationId: string;
  id: string | null;
}

/** Records a member's donation, or a guest's when the body names a guest. */
export class RecordDonation extends Command<Donation> {
  constructor(
    readonly by: By,
    readonly body: z.output<typeof createDonation> | z.output<typeof createGuestDonation>,
  ) {
    super();
  }
}

/** Changes facts or texts of a donation. `expectedVersion` null: the last write wins. */
export class CorrectDonation extends Command<Donation> {
  constructor(
    readonly by: By,
    readonly donationId: string,
    readonly body: z.output<typeof editDonation>,
    readonly expectedVersion: number | null,
  ) {
    super();
  }
}

export class VoidDonation extends Command<undefined> {
  constructor(
    readonly by: By,
    readonly donationId: string,
    readonly reason: string | null,
    readonly expectedVersion: number | null,
  ) {
    super();
  }
}

/** A deleted donation stands again, as it was. */
export class RestoreDonation extends Command<Donation> {
  constructor(
    readonly by: By,
    readonly donationId: string,
    readonly reason: string | null,
    readonly expectedVersion: number | null,
  ) {
    super();
  }
}

@CommandHandler(RecordDonation)
export class RecordDonationHandler implements ICommandHandler<RecordDonation> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(GivingStreams) private readonly streams: GivingStreams,
  ) {}

  execute({ by, body }: RecordDonation): Promise<Donation> {
    return this.db.tenant(by.organizationId, async (tx) => {
      const [donor, { title, ...link }] = await Promise.all([
        'userId' in body ? requireMember(tx, body.userId) : guestDonor(tx, guestOf(body)),
        campaignFor(tx, body.campaign),
      ]);
      const gift: GiftFacts = {
        donorId: donor.id,
        amount: Number(body.amount),
        currency: 'USD',
        date: body.date ?? (await today(tx, by.organizationId)),
        paymentMethod: body.paymentMethod,
        ...link,
      };
      const id = newId();
      const fresh = { state: donationDecider.initial, revision: -1 };
      const appended = await change(tx, this.streams, by, id, { do: 'record', donationId: id, gift }, fresh, body);
      // answered from what was written, not read again: others of this church wait for the commit
      return toDonation(by.organizationId, {
        donation_id: id, version: 1, donor_id: donor.id, donor_name: donor.name, kind: donor.kind, first_name: donor.first_name, last_name: donor.last_name,
        email: donor.email, phone: donor.phone, amount: body.amount, date: gift.date, payment_method: gift.paymentMethod, campaign: title,
        campaign_id: gift.campaignId, fundraiser_id: gift.fundraiserId, import_id: null, added_by: by.id, notes: body.notes ?? null,
        transaction_id: body.transactionId ?? null, recorded_at: new Date(appended!.events[0]!.recordedAt), state: 'given', corrected: false,
      });
    });
  }
}

@CommandHandler(CorrectDonation)
export class CorrectDonationHandler implements ICommandHandler<CorrectDonation> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(GivingStreams) private readonly streams: GivingStreams,
  ) {}

  execute({ by, donationId, body, expectedVersion }: CorrectDonation): Promise<Donation> {
    return decided(this.db, this.streams, by, donationId, async (tx, { row, loaded }) => {
      assertFresh(row, expectedVersion, by.organizationId, body);
      const text = {
        notes: body.notes === undefined ? row.notes : body.notes,
        transactionId: body.transactionId === undefined ? row.transaction_id : body.transactionId,
      };
      const textChanged = text.notes !== row.notes || text.transactionId !== row.transaction_id;
      const command: DonationCommand = {
        do: 'correct', donationId, expectedVersion, textChanged,
        changes: {
          donorId: await donorAfter(tx, row, body),
          paymentMethod: methodAfter(row, body.paymentMethod),
          ...(body.amount === undefined ? {} : { amount: Number(body.amount) }),
          ...(body.date === undefined ? {} : { date: body.date }),
          ...(await campaignAfter(tx, row, body.campaign)),
        },
      };
      await change(tx, this.streams, by, donationId, command, loaded, { ...(textChanged ? text : {}), reason: body.reason });
      return toDonation(by.organizationId, (await currentDonation(tx, donationId))!);
    });
  }
}

@CommandHandler(VoidDonation)
export class VoidDonationHandler implements ICommandHandler<VoidDonation> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(GivingStreams) private readonly streams: GivingStreams,
  ) {}

  execute({ by, donationId, reason, expectedVersion }: VoidDonation): Promise<undefined> {
    return decided(this.db, this.streams, by, donationId, async (tx, { row, loaded }) => {
      assertFresh(row, expectedVersion, by.organizationId, {});
      await change(tx, this.streams, by, donationId, { do: 'void', donationId, expectedVersion }, loaded, { reason });
      return undefined;
    });
  }
}

@CommandHandler(RestoreDonation)
export class RestoreDonationHandler implements ICommandHandler<RestoreDonation> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(GivingStreams) private readonly streams: GivingStreams,
  ) {}

  async execute({ by, donationId, reason, expectedVersion }: RestoreDonation): Promise<Donation> {
    const restore = () => this.#restore(by, donationId, reason, expectedVersion);
    const importId = await this.db.tenant(by.organizationId, async (tx) => (await deletedDonation(tx, donationId))?.import_id);
    if (!importId) return restore();
    // elsewhere the church's lock is let go before the append: no undo of its import may come between
    const done = await this.db.exclusively(`import ${importId}`, restore);
    if (!done) throw new Refused('conflict', 'The import of this donation is at work. Please try again in a moment.');
    return done.value;
  }

  #restore(by: By, donationId: string, reason: string | null, expectedVersion: number | null): Promise<Donation> {
    return this.db.tenant(by.organizationId, async (tx) => {
      await lockChurch(tx, by.organizationId);
      const row = await deletedDonation(tx, donationId);
      if (!row) throw (await currentDonation(tx, donationId)) ? new Refused('conflict', 'This donation is not deleted.') : new Refused('not-found', 'This donation does not exist.');
      if (row.undone) throw new Refused('conflict', 'This donation went with its import, which was undone. Import the file again.');
      assertFresh(row, expectedVersion, by.organizationId, {});
      await takeSource(tx, row);
      await change(tx, this.streams, by, donationId, { do: 'restore', donationId, expectedVersion }, await load(this.streams, by, row), { reason });
      return toDonation(by.organizationId, (await currentDonation(tx, donationId))!);
    });
  }
}

/** A donation as it is shown, and as its stream tells it. */
interface Standing {
  row: DonationRow;
  loaded: Loaded<DonationState>;
}

/**
 * Reads a donation, decides and appends, again and again while somebody else comes between: a store outside PostgreSQL is
 * written to after the church's lock was let go.
 */
function decided<Result>(db: Database, streams: GivingStreams, by: By, id: string, decide: (tx: Tx, standing: Standing) => Promise<Result>): Promise<Result> {
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

function load(streams: GivingStreams, by: By, row: DonationRow): Promise<Loaded<DonationState>> {
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
async function change(tx: Tx, streams: GivingStreams, by: By, id: string, command: DonationCommand, loaded: Loaded<DonationState>, text: GivingText): Promise<Appended | null> {
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
function assertFresh(row: DonationRow, expectedVersion: number | null, organizationId: string, body: Partial<z.output<typeof editDonation>>): void {
  if (expectedVersion === null || expectedVersion === row.version) return;
  const { amount, ...rest } = body;
  throw new Refused('stale', 'Somebody else changed this donation in the meantime. Nothing of yours was saved yet.', {
    current: toDonation(organizationId, row),
    yours: { ...rest, ...(amount === undefined ? {} : { amount: `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}` }) },
  });
}

const guestOf = (body: z.output<typeof createGuestDonation>) => ({
  firstName: body.guestFirstName,
  lastName: body.guestLastName,
  email: body.guestEmail ?? null,
  phone: body.guestPhone ?? null,
});

/** A guest's donation stays a guest's, a member's a member's; an unidentified one may become either. */
async function donorAfter(tx: Tx, row: DonationRow, body: z.output<typeof editDonation>): Promise<string> {
  if (row.kind !== 'member' && (body.guestFirstName !== undefined || body.guestLastName !== undefined || body.guestEmail || body.guestPhone)) {
    const firstName = (body.guestFirstName === undefined ? row.first_name : body.guestFirstName) ?? '';
    const lastName = (body.guestLastName === undefined ? row.last_name : body.guestLastName) ?? '';
    if (fullName(firstName, lastName) === '') return row.kind === 'unidentified' ? row.donor_id : unidentifiedDonor(tx);
    const contact = { email: body.guestEmail ?? null, phone: body.guestPhone ?? null };
    const moves = nameKey(fullName(firstName, lastName)) !== nameKey(row.donor_name);
    if (moves || contact.email || contact.phone) return (await guestDonor(tx, { firstName, lastName, ...contact })).id;
  }
  if (!body.userId || body.userId === row.donor_id) return row.donor_id;
  if (row.kind === 'guest') throw new Refused('invalid', 'This is a guest’s donation. Delete it and record it for the member instead.');
  return (await requireMember(tx, body.userId)).id;
}

function methodAfter(row: DonationRow, method: DonationRow['payment_method'] | undefined): DonationRow['payment_method'] {
  if (method === undefined || method === row.payment_method) return row.payment_method;
  if (row.kind === 'member' && !memberMethods.some((known) => known === method)) {
    throw new Refused('invalid', `Invalid payment method "${method}". Must be Cash, CashApp, or Zeffy`);
  }
  return method;
}

/** The link to a fundraiser is made when a campaign is written; an edit that leaves it alone keeps the link. */
async function campaignAfter(tx: Tx, row: DonationRow, title: string | null | undefined): Promise<Partial<GiftFacts>> {
  if (title === undefined) return {};
  const { title: _title, ...link } = await campaignFor(tx, title);
  return link.campaignId === row.campaign_id ? {} : link;
}
