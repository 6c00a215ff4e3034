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
import { findOrCreateGuest, requireMember } from '../donor/donors.js';
import { fundraiserOn } from '../fundraiser/progress.js';
import { GivingStreams, type Actor } from '../streams.js';
import { campaignAfter, donorAfter, guestOf } from './body-facts.js';
import { appendChange, assertFresh, changeDonation, loadDonationStream } from './change.js';
import { donationDecider, type DonationCommand, type DonationFacts } from './donation.js';
import { findCurrentDonation, findDeletedDonation, toDonation } from './donation.query.js';
import { takeSource } from './source.js';

/** Records a member's donation, or a guest's when the body names a guest. */
export class RecordDonation extends Command<Donation> {
  constructor(
    readonly actor: Actor,
    readonly body: z.output<typeof createDonation> | z.output<typeof createGuestDonation>,
  ) {
    super();
  }
}

/** Changes facts or texts of a donation. `expectedVersion` null: the last write wins. */
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

/** A deleted donation stands again, as it was. */
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
    return this.db.tenant(actor.organizationId, async (tx) => {
      const [donor, { title, campaignId }] = await Promise.all([
        'userId' in body ? requireMember(tx, body.userId) : findOrCreateGuest(tx, guestOf(body)),
        findOrCreateCampaign(tx, body.campaign),
      ]);
      const gift: DonationFacts = {
        donorId: donor.id,
        amount: Number(body.amount),
        currency: 'USD',
        date: body.date ?? (await today(tx, actor.organizationId)),
        paymentMethod: body.paymentMethod,
        campaignId,
        fundraiserId: null,
      };
      const id = newId();
      const fresh = { state: donationDecider.initial, revision: -1 };
      const appended = await appendChange(
        tx,
        this.streams,
        actor,
        id,
        { do: 'record', donationId: id, gift },
        fresh,
        body,
      );
      // answered from what was written, not read again: others of this church wait for the commit
      return toDonation(actor.organizationId, {
        donationId: id,
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
        campaign: title,
        campaignId,
        fundraiserId: await fundraiserOn(tx, campaignId, gift.date),
        recordedFundraiserId: null,
        importId: null,
        addedBy: actor.id,
        notes: body.notes ?? null,
        transactionId: body.transactionId ?? null,
        recordedAt: new Date(appended!.events[0]!.recordedAt),
        state: 'given',
        corrected: false,
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

  execute({ actor, donationId, body, expectedVersion }: CorrectDonation): Promise<Donation> {
    return changeDonation(this.db, this.streams, actor, donationId, async (tx, { row, loaded }) => {
      assertFresh(row, expectedVersion, actor.organizationId, body);
      const text = {
        notes: body.notes === undefined ? row.notes : body.notes,
        transactionId: body.transactionId === undefined ? row.transactionId : body.transactionId,
      };
      const textChanged = text.notes !== row.notes || text.transactionId !== row.transactionId;
      const command: DonationCommand = {
        do: 'correct',
        donationId,
        expectedVersion,
        textChanged,
        changes: {
          donorId: await donorAfter(tx, row, body),
          paymentMethod: body.paymentMethod ?? row.paymentMethod,
          ...(body.amount === undefined ? {} : { amount: Number(body.amount) }),
          ...(body.date === undefined ? {} : { date: body.date }),
          ...(await campaignAfter(tx, row, body.campaign)),
        },
      };
      await appendChange(tx, this.streams, actor, donationId, command, loaded, {
        ...(textChanged ? text : {}),
        reason: body.reason,
      });
      return shown(tx, actor, donationId);
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
    return changeDonation(this.db, this.streams, actor, donationId, async (tx, { row, loaded }) => {
      assertFresh(row, expectedVersion, actor.organizationId, {});
      await appendChange(
        tx,
        this.streams,
        actor,
        donationId,
        { do: 'void', donationId, expectedVersion },
        loaded,
        { reason },
      );
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
    // elsewhere the church's lock is let go before the append: no undo of its import may come between
    const done = await this.db.exclusively(`import ${importId}`, restore);
    if (!done)
      throw new Refused(
        'conflict',
        'The import of this donation is at work. Please try again in a moment.',
      );
    return done.value;
  }

  #restore(
    actor: Actor,
    donationId: string,
    reason: string | null,
    expectedVersion: number | null,
  ): Promise<Donation> {
    return this.db.tenant(actor.organizationId, (tx) => {
      const deleted = async () => {
        const row = await findDeletedDonation(tx, donationId);
        if (!row)
          throw (await findCurrentDonation(tx, donationId))
            ? new Refused('conflict', 'This donation is not deleted.')
            : new Refused('not-found', 'This donation does not exist.');
        return { row, loaded: await loadDonationStream(this.streams, actor, row) };
      };
      return this.streams.decideWithRetry(tx, deleted, async ({ row, loaded }) => {
        if (row.undone)
          throw new Refused(
            'conflict',
            'This donation went with its import, which was undone. Import the file again.',
          );
        assertFresh(row, expectedVersion, actor.organizationId, {});
        await takeSource(tx, row);
        await appendChange(
          tx,
          this.streams,
          actor,
          donationId,
          { do: 'restore', donationId, expectedVersion },
          loaded,
          { reason },
        );
        return shown(tx, actor, donationId);
      });
    });
  }
}

/** What this request has made of a donation; where events lie elsewhere, somebody else may have deleted it since. */
const shown = async (tx: Tx, actor: Actor, id: string): Promise<Donation> =>
  toDonation(
    actor.organizationId,
    (await findCurrentDonation(tx, id)) ?? (await findDeletedDonation(tx, id))!,
  );
