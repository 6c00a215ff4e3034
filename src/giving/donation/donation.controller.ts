import { Body, Controller, Headers, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Donation,
  type DonationChange,
  type DonationChoices,
  type DonationSummary,
  type GiftCheck,
  type OwnDonation,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  auditOnce,
  CurrentActor,
  linkNext,
  notFound,
  parse,
  pathId,
  type ChurchActor,
  Route,
  ChurchTransaction,
  readIfMatch,
} from '#libs/http';
import { checkGift } from './check.query.js';
import {
  CorrectDonation,
  RecordDonation,
  RestoreDonation,
  VoidDonation,
} from './donation.handlers.js';
import {
  findCurrentDonation,
  findDeletedDonation,
  donationChoices,
  donationsOf,
  historyOf,
  listDonations,
  summarize,
  toOwnDonation,
} from './donation.query.js';
import { auditDonationsRead, ownTotal, requireDonorId } from './donation-readers.js';

const resourceName = 'This donation';

/** The routes for staff, who see all donations of the church. */
@Controller()
export class AdminDonationsController {
  constructor(@Inject(CommandBus) private readonly commands: CommandBus) {}

  @Route(routes.adminDonations.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Donation[]> {
    const filter = parse(routes.adminDonations.list.query, query);
    const { rows, next } = await listDonations(tx, filter);
    await auditDonationsRead(tx, actor, filter.donorId, filter.year);
    linkNext(request, reply, next);
    return rows;
  }

  @Route(routes.adminDonations.summary)
  async summary(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
  ): Promise<DonationSummary> {
    const filter = parse(routes.adminDonations.summary.query, query);
    const summary = await summarize(tx, filter);
    await auditDonationsRead(tx, actor, filter.donorId, filter.year);
    return summary;
  }

  @Route(routes.adminDonations.choices)
  choices(@ChurchTransaction() tx: Tx): Promise<DonationChoices> {
    return donationChoices(tx);
  }

  @Route(routes.adminDonations.history)
  async history(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<DonationChange[]> {
    const changes = await historyOf(tx, pathId(id, resourceName));
    if (changes.length === 0) throw notFound(resourceName);
    const { donorId } = changes.findLast(({ after }) => after !== null)!.after!;
    await auditOnce(tx, actor.id, 'donations.history', { donorId });
    return changes;
  }

  @Route(routes.adminDonations.create)
  create(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<Donation> {
    return this.commands.execute(
      new RecordDonation(actor, parse(routes.adminDonations.create.body, body)),
    );
  }

  @Route(routes.adminDonations.edit)
  async edit(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<Donation> {
    const donationId = await requireDonation(tx, id);
    const donation = await this.commands.execute(
      new CorrectDonation(
        actor,
        donationId,
        parse(routes.adminDonations.edit.body, body),
        readIfMatch(ifMatch, 'the donation'),
      ),
    );
    // an edit that changes nothing returns the donation, too, and appends no event
    await auditDonationsRead(tx, actor, donation.donorId, undefined);
    return donation;
  }

  @Route(routes.adminDonations.remove)
  async remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<void> {
    const donationId = await requireDonation(tx, id);
    const { reason = null } = parse(routes.adminDonations.remove.body, body) ?? {};
    await this.commands.execute(
      new VoidDonation(actor, donationId, reason, readIfMatch(ifMatch, 'the donation')),
    );
  }

  @Route(routes.adminDonations.restore)
  async restore(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<Donation> {
    const donationId = pathId(id, resourceName);
    const donation =
      (await findDeletedDonation(tx, donationId)) ?? (await findCurrentDonation(tx, donationId));
    if (!donation) throw notFound(resourceName);
    const { reason = null } = parse(routes.adminDonations.restore.body, body) ?? {};
    return this.commands.execute(
      new RestoreDonation(actor, donationId, reason, readIfMatch(ifMatch, 'the donation')),
    );
  }
}

/**
 * Checks that the church has a donation, before the body of the request is checked.
 * @returns the id in lower case
 * @throws HttpError 404 if the church has no such donation, or it is deleted
 */
async function requireDonation(tx: Tx, id: string): Promise<string> {
  const donationId = pathId(id, resourceName);
  if (!(await findCurrentDonation(tx, donationId))) throw notFound(resourceName);
  return donationId;
}

/** Shows the donations of one member, and checks and records donations of guests. */
@Controller()
export class DonationsController {
  constructor(@Inject(CommandBus) private readonly commands: CommandBus) {}

  @Route(routes.donations.create)
  create(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<Donation> {
    return this.commands.execute(
      new RecordDonation(actor, parse(routes.donations.create.body, body)),
    );
  }

  @Route(routes.donations.own)
  async own(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
  ): Promise<OwnDonation[]> {
    const { userId, year, limit } = parse(routes.donations.own.query, query);
    const donorId = await requireDonorId(tx, actor, userId);
    const donations = await donationsOf(tx, donorId, year, limit);
    if (donorId !== actor.id) await auditDonationsRead(tx, actor, donorId, year);
    return donations.map(toOwnDonation);
  }

  @Route(routes.donations.check)
  async check(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
  ): Promise<GiftCheck> {
    const gift = parse(routes.donations.check.query, query);
    const { donorId, ...giftCheck } = await checkGift(tx, gift);
    if (donorId) await auditDonationsRead(tx, actor, donorId, undefined);
    return giftCheck;
  }

  @Route(routes.donations.total)
  async total(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<{ total: string }> {
    return { total: await ownTotal(tx, actor.id) };
  }
}
