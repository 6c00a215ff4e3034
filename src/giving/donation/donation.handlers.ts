import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import {
  type createDonation,
  type createGuestDonation,
  type Donation,
  type editDonation,
} from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { newId } from '#libs/http';
import { today } from '../../tenancy/index.js';
import { findOrCreateCampaign } from '../campaign/campaigns.js';
import { findOrCreateGuest, requireMember, type Donor } from '../donor/donors.js';
import { findFundraiserForDate } from '../fundraiser/progress.js';
import { GivingStreams, type Actor } from '../streams.js';
import { resolveCampaign, resolveDonor, toGuestDetails } from './body-facts.js';
import { appendChange, assertFresh, changeDonation, loadDonationStream } from './change.js';
import { donationDecider, type DonationCommand, type DonationFacts } from './donation.js';
import { findCurrentDonation, findDeletedDonation, toDonation } from './donation.query.js';
import { claimTransactionId } from './source.js';

/** Records a donation of a member or, if the body names a guest, of a guest. */
export class RecordDonation extends Command<Donation> {
  constructor(
    readonly actor: Actor,
    readonly body: z.output<typeof createDonation> | z.output<typeof createGuestDonation>,
  ) {
    super();
  }
}

/** Corrects facts or texts of a donation. With `expectedVersion` null, the last write wins. */
export class CorrectDonation extends Command<Donation> {
  constructor(
    readonly actor: Actor,
    readonly donationId: string,
    readonly body: z.output<typeof editDonation>,
    readonly expectedVersion: number | null,
  ) {
    super();
  }
}

export class VoidDonation extends Command<undefined> {
  constructor(
    readonly actor: Actor,
    readonly donationId: string,
    readonly reason: string | null,
    readonly expectedVersion: number | null,
  ) {
    super();
  }
}

/** Restores a deleted donation with the facts and texts that it had. */
export class RestoreDonation extends Command<Donation> {
  constructor(
    readonly actor: Actor,
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

  execute({ actor, body }: RecordDonation): Promise<Donation> {
    return this.db.tenant(actor.organizationId, (tx) => this.#record(tx, actor, body));
  }

  async #record(tx: Tx, actor: Actor, body: RecordDonation['body']): Promise<Donation> {
    const [donor, campaign] = await Promise.all([
      findOrCreateDonor(tx, body),
      findOrCreateCampaign(tx, body.campaign),
    ]);
    const gift: DonationFacts = {
      donorId: donor.id,
      amount: Number(body.amount),
      currency: 'USD',
      date: body.date ?? (await today(tx, actor.organizationId)),
      paymentMethod: body.paymentMethod,
      campaignId: campaign.campaignId,
      fundraiserId: null,
    };
    const donationId = newId();
    const appended = await appendChange(
      tx,
      { streams: this.streams, actor, donationId },
      {
        command: { do: 'record', donationId, gift },
        loaded: { state: donationDecider.initial, revision: -1 },
        text: body,
      },
    );
    const fundraiserId = await findFundraiserForDate(tx, gift.campaignId, gift.date);
    const recordedAt = new Date(appended!.events[0]!.recordedAt);
    const campaignTitle = campaign.title;
    const facts = { donationId, gift, donor, campaignTitle, fundraiserId, recordedAt };
    return toRecordedDonation(actor, body, facts);
  }
}

/** Returns the member that the body names, or the guest, who is created if not known yet. */
const findOrCreateDonor = (tx: Tx, body: RecordDonation['body']): Promise<Donor> =>
  'userId' in body ? requireMember(tx, body.userId) : findOrCreateGuest(tx, toGuestDetails(body));

/** A donation that was recorded now, with the facts that the view of it needs. */
interface RecordedDonation {
  donationId: string;
  gift: DonationFacts;
  donor: Donor;
  campaignTitle: string;
  /** The fundraiser for which the donation counts. */
  fundraiserId: string | null;
  recordedAt: Date;
}

/**
 * Returns the view of a new donation. It is not read from the database, because other writers of
 * the church wait for the commit.
 */
function toRecordedDonation(
  actor: Actor,
  body: RecordDonation['body'],
  { donationId, gift, donor, campaignTitle, fundraiserId, recordedAt }: RecordedDonation,
): Donation {
  return toDonation(actor.organizationId, {
    donationId,
    version: 1,
    donorId: donor.id,
    donorName: donor.name,
    kind: donor.kind,
    firstName: donor.firstName,
    lastName: donor.lastName,
    email: donor.email,
    phone: donor.phone,
    amount: body.amount,
    date: gift.date,
    paymentMethod: gift.paymentMethod,
    campaign: campaignTitle,
    campaignId: gift.campaignId,
    fundraiserId,
    recordedFundraiserId: null,
    importId: null,
    addedBy: actor.id,
    notes: body.notes ?? null,
    transactionId: body.transactionId ?? null,
    recordedAt,
    state: 'given',
    corrected: false,
  });
}

@CommandHandler(CorrectDonation)
export class CorrectDonationHandler implements ICommandHandler<CorrectDonation> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(GivingStreams) private readonly streams: GivingStreams,
  ) {}

  execute({ actor, donationId, body, expectedVersion }: CorrectDonation): Promise<Donation> {
    const target = { streams: this.streams, actor, donationId };
    return changeDonation(this.db, target, async (tx, { row, loaded }) => {
      assertFresh(row, expectedVersion, actor.organizationId, body);
      const texts = {
        notes: body.notes === undefined ? row.notes : body.notes,
        transactionId: body.transactionId === undefined ? row.transactionId : body.transactionId,
      };
      const textChanged = texts.notes !== row.notes || texts.transactionId !== row.transactionId;
      const command: DonationCommand = {
        do: 'correct',
        donationId,
        expectedVersion,
        textChanged,
        changes: {
          donorId: await resolveDonor(tx, row, body),
          paymentMethod: body.paymentMethod ?? row.paymentMethod,
          ...(body.amount === undefined ? {} : { amount: Number(body.amount) }),
          ...(body.date === undefined ? {} : { date: body.date }),
          ...(await resolveCampaign(tx, row, body.campaign)),
        },
      };
      const text = { ...(textChanged ? texts : {}), reason: body.reason };
      await appendChange(tx, target, { command, loaded, text });
      return readChangedDonation(tx, actor, donationId);
    });
  }
}

@CommandHandler(VoidDonation)
export class VoidDonationHandler implements ICommandHandler<VoidDonation> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(GivingStreams) private readonly streams: GivingStreams,
  ) {}

  execute({ actor, donationId, reason, expectedVersion }: VoidDonation): Promise<undefined> {
    const target = { streams: this.streams, actor, donationId };
    return changeDonation(this.db, target, async (tx, { row, loaded }) => {
      assertFresh(row, expectedVersion, actor.organizationId, {});
      const command = { do: 'void', donationId, expectedVersion } as const;
      await appendChange(tx, target, { command, loaded, text: { reason } });
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

  async execute({
    actor,
    donationId,
    reason,
    expectedVersion,
  }: RestoreDonation): Promise<Donation> {
    const restore = () => this.#restore(actor, donationId, reason, expectedVersion);
    const importId = await this.db.tenant(
      actor.organizationId,
      async (tx) => (await findDeletedDonation(tx, donationId))?.importId,
    );
    if (!importId) return restore();
    // The lock of the import prevents an undo of it in between. The church's lock does not: on
    // EventStoreDB it is released before the append.
    const result = await this.db.exclusively(`import ${importId}`, restore);
    if (!result)
      throw new Refused(
        'conflict',
        'The import of this donation is at work. Please try again in a moment.',
      );
    return result.value;
  }

  #restore(
    actor: Actor,
    donationId: string,
    reason: string | null,
    expectedVersion: number | null,
  ): Promise<Donation> {
    return this.db.tenant(actor.organizationId, (tx) => {
      const target = { streams: this.streams, actor, donationId };
      const loadDeleted = async () => {
        const row = await findDeletedDonation(tx, donationId);
        if (!row)
          throw (await findCurrentDonation(tx, donationId))
            ? new Refused('conflict', 'This donation is not deleted.')
            : new Refused('not-found', 'This donation does not exist.');
        return { row, loaded: await loadDonationStream(this.streams, actor, row) };
      };
      return this.streams.decideWithRetry(tx, loadDeleted, async ({ row, loaded }) => {
        if (row.undone)
          throw new Refused(
            'conflict',
            'This donation went with its import, which was undone. Import the file again.',
          );
        assertFresh(row, expectedVersion, actor.organizationId, {});
        await claimTransactionId(tx, row);
        const command = { do: 'restore', donationId, expectedVersion } as const;
        await appendChange(tx, target, { command, loaded, text: { reason } });
        return readChangedDonation(tx, actor, donationId);
      });
    });
  }
}

/**
 * Reads a donation after this request has changed it. On EventStoreDB, somebody else may have
 * deleted it since.
 */
const readChangedDonation = async (tx: Tx, actor: Actor, id: string): Promise<Donation> =>
  toDonation(
    actor.organizationId,
    (await findCurrentDonation(tx, id)) ?? (await findDeletedDonation(tx, id))!,
  );
