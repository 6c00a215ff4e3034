import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  isPlatformActor,
  may,
  type Gift,
  type Ticket,
  type TicketFigures,
  type TicketPerson,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  type Actor,
  auditOnce,
  CurrentActor,
  linkNext,
  notFound,
  parse,
  pathId,
  Private,
  invalidField,
  Route,
} from '#libs/http';
import { findChurch } from '../../tenancy/index.js';
import { loadGiftHistory } from '../../giving/index.js';
import { TicketService } from './ticket-service.js';
import type { TicketContext } from './ticket-context.js';
import { countUnread, readQueueFigures, listTickets, toTickets } from './ticket-rows.js';

/**
 * Serves tickets inside a church, and tickets between a church's admins and super administrators.
 */
@Controller()
@Private()
export class TicketsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(TicketService) private readonly tickets: TicketService,
  ) {}

  /**
   * Lists tickets, those with the latest changes first: all of them, or one page if the query has a
   * `limit`.
   */
  @Route(routes.tickets.list)
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ticket[]> {
    const ticketQuery = parse(routes.tickets.list.query, query);
    const rows = await this.db.transactionOf(actor, (tx) => listTickets(tx, actor, ticketQuery));
    const page = rows.slice(0, ticketQuery.limit);
    const last = page.at(-1);
    if (last && rows.length > page.length)
      linkNext(request, reply, [last.updatedAt.toISOString(), last.id]);
    const tickets = new Map<string, Ticket>();
    const rowsByChurch = Map.groupBy(page, ({ organizationId }) => organizationId);
    for (const [church, churchRows] of rowsByChurch) {
      for (const ticket of await this.db.tenant(church, (tx) => toTickets(tx, actor, churchRows)))
        tickets.set(ticket.id, ticket);
    }
    return page.map(({ id }) => tickets.get(String(id))!);
  }

  /** Counts the tickets with unread messages. */
  @Route(routes.tickets.count)
  async count(@CurrentActor() actor: Actor): Promise<{ count: number }> {
    return { count: await this.db.transactionOf(actor, (tx) => countUnread(tx, actor)) };
  }

  @Route(routes.tickets.figures)
  figures(@CurrentActor() actor: Actor, @Query() query: unknown): Promise<TicketFigures> {
    const { ticketType } = parse(routes.tickets.figures.query, query);
    return this.db.transactionOf(actor, (tx) =>
      readQueueFigures(tx, actor, isPlatformActor(actor) ? 'external' : ticketType),
    );
  }

  /**
   * Lists the users who may be assigned and mentioned. Secretaries, who answer only tickets about
   * gifts, are among them.
   */
  @Route(routes.tickets.people)
  async people(@CurrentActor() actor: Actor, @Query() query: unknown): Promise<TicketPerson[]> {
    const { ticketType } = parse(routes.tickets.people.query, query);
    const users = await this.tickets.listAnswerers(actor, ticketType, true);
    return users.map(({ id, firstName, lastName, role }) => ({ id, firstName, lastName, role }));
  }

  @Route(routes.tickets.open)
  async open(@CurrentActor() actor: Actor, @Body() body: unknown): Promise<Ticket> {
    const input = parse(
      routes.tickets.open.body,
      isPlatformActor(actor) && typeof body === 'object'
        ? { ticketType: 'external', ...body }
        : body,
    );
    const church = actor.organizationId ?? (await this.#churchOf(input.organizationId));
    if (input.organizationId !== undefined && input.organizationId !== church)
      throw notFound('This church');
    return this.db.tenant(church, async (tx) => {
      const { id } = await this.tickets.open(tx, actor, input);
      return readTicket(tx, actor, id);
    });
  }

  /** Changes several tickets in the same way, all or none. */
  @Route(routes.tickets.bulk)
  async bulk(@CurrentActor() actor: Actor, @Body() body: unknown): Promise<{ changed: number }> {
    const { ids, ...change } = parse(routes.tickets.bulk.body, body);
    // Tickets are locked in the same order by all requests, so that there is no deadlock.
    const sortedIds = [...new Set(ids)].sort();
    for (const id of sortedIds)
      await this.tickets.load(actor, id, true, (context) => this.tickets.change(context, change));
    return { changed: sortedIds.length };
  }

  @Route(routes.tickets.one)
  one(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Ticket> {
    return this.tickets.load(actor, id, false, readTicketOf);
  }

  @Route(routes.tickets.change)
  change(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Ticket> {
    return this.tickets.load(actor, id, true, async (context) => {
      await this.tickets.change(context, parse(routes.tickets.change.body, body));
      return readTicketOf(context);
    });
  }

  @Route(routes.tickets.resolve)
  resolve(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Ticket> {
    return this.tickets.load(actor, id, true, async (context) => {
      await this.tickets.change(context, { status: 'resolved' });
      return readTicketOf(context);
    });
  }

  @Route(routes.tickets.seen)
  seen(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Ticket> {
    return this.tickets.load(actor, id, false, async (context) => {
      await this.tickets.markAsSeen(context, parse(routes.tickets.seen.body, body ?? {}).upTo);
      return readTicketOf(context);
    });
  }

  /**
   * Returns the donation that a ticket asks about, for its creator and for users who manage
   * donations. The request is recorded in the audit log.
   */
  @Route(routes.tickets.donation)
  donation(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Gift> {
    return this.tickets.load(actor, id, false, async ({ tx, ticket }) => {
      const donationId = 'donationId' in ticket ? ticket.donationId : null;
      const managesDonations = may(actor, 'donation.manage');
      if (donationId == null || !(managesDonations || ticket.createdBy === actor.id))
        throw notFound('This donation');
      const gift = await loadGiftHistory(tx, donationId, managesDonations ? null : actor.id);
      if (!gift) throw notFound('This donation');
      await auditOnce(tx, actor.id, 'ticket.donation', { id: String(ticket.id), donationId });
      return gift;
    });
  }

  /**
   * Returns the id of the church that a super administrator has chosen for a ticket.
   * @throws HttpError 400 if there is no such church
   */
  async #churchOf(organizationId: string | undefined): Promise<string> {
    const id = organizationId && pathId(organizationId, 'This church');
    const church = id ? await this.db.platform((tx) => findChurch(tx, id)) : null;
    if (!church) throw invalidField('organizationId', 'Please choose a church');
    return church.id;
  }
}

const readTicketOf = ({ tx, actor, ticket }: TicketContext): Promise<Ticket> =>
  readTicket(tx, actor, ticket.id);

/** Reads a ticket as the API shows it, in a transaction of its church. */
async function readTicket(tx: Tx, actor: Actor, id: number): Promise<Ticket> {
  const rows = await listTickets(tx, actor, {}, id);
  return (await toTickets(tx, actor, rows))[0]!;
}
