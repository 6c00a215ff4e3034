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
  refusedAt,
  Route,
} from '#libs/http';
import { findChurch } from '../../tenancy/index.js';
import { loadGiftHistory } from '../../giving/index.js';
import { Desk } from './desk.js';
import type { Place } from './place.js';
import { countUnread, figuresOf, listTickets, showTickets } from './ticket-rows.js';

/** Tickets: inside a church, and between its administrators and the platform, whose people come without a church. */
@Controller()
@Private()
export class TicketsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Desk) private readonly desk: Desk,
  ) {}

  /** The last that something happened to first; whole or, where a `limit` is sent, page by page. */
  @Route(routes.tickets.list)
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ticket[]> {
    const wanted = parse(routes.tickets.list.query, query);
    const rows = await this.db.transactionOf(actor, (tx) => listTickets(tx, actor, wanted));
    const page = rows.slice(0, wanted.limit);
    const last = page.at(-1);
    if (last && rows.length > page.length)
      linkNext(request, reply, [last.updatedAt.toISOString(), last.id]);
    const shown = new Map<string, Ticket>();
    for (const [church, own] of Map.groupBy(page, ({ organizationId }) => organizationId)) {
      for (const ticket of await this.db.tenant(church, (tx) => showTickets(tx, actor, own)))
        shown.set(ticket.id, ticket);
    }
    return page.map(({ id }) => shown.get(String(id))!);
  }

  /** How many have something new. */
  @Route(routes.tickets.count)
  async count(@CurrentActor() actor: Actor): Promise<{ count: number }> {
    return { count: await this.db.transactionOf(actor, (tx) => countUnread(tx, actor)) };
  }

  @Route(routes.tickets.figures)
  figures(@CurrentActor() actor: Actor, @Query() query: unknown): Promise<TicketFigures> {
    const { ticketType } = parse(routes.tickets.figures.query, query);
    return this.db.transactionOf(actor, (tx) =>
      figuresOf(tx, actor, isPlatformActor(actor) ? 'external' : ticketType),
    );
  }

  /** Who answers: may be assigned, and mentioned. Secretaries answer those about a gift alone. */
  @Route(routes.tickets.people)
  async people(@CurrentActor() actor: Actor, @Query() query: unknown): Promise<TicketPerson[]> {
    const { ticketType } = parse(routes.tickets.people.query, query);
    const people = await this.desk.answerers(actor, ticketType, true);
    return people.map(({ id, firstName, lastName, role }) => ({ id, firstName, lastName, role }));
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
      const { id } = await this.desk.open(tx, actor, input);
      return shownOne(tx, actor, id);
    });
  }

  /** The same change of several, all or none. */
  @Route(routes.tickets.bulk)
  async bulk(@CurrentActor() actor: Actor, @Body() body: unknown): Promise<{ changed: number }> {
    const { ids, ...change } = parse(routes.tickets.bulk.body, body);
    const wanted = [...new Set(ids)].sort(); // in one order, so that two who do this at once wait for one another
    for (const id of wanted)
      await this.desk.at(actor, id, true, (place) => this.desk.change(place, change));
    return { changed: wanted.length };
  }

  @Route(routes.tickets.one)
  one(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Ticket> {
    return this.desk.at(actor, id, false, shown);
  }

  @Route(routes.tickets.change)
  change(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Ticket> {
    return this.desk.at(actor, id, true, async (place) => {
      await this.desk.change(place, parse(routes.tickets.change.body, body));
      return shown(place);
    });
  }

  @Route(routes.tickets.resolve)
  resolve(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Ticket> {
    return this.desk.at(actor, id, true, async (place) => {
      await this.desk.change(place, { status: 'resolved' });
      return shown(place);
    });
  }

  @Route(routes.tickets.seen)
  seen(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Ticket> {
    return this.desk.at(actor, id, false, async (place) => {
      await this.desk.saw(place, parse(routes.tickets.seen.body, body ?? {}).upTo);
      return shown(place);
    });
  }

  /** The gift that a ticket asks about, for its asker and those who keep the books; looking is audited. */
  @Route(routes.tickets.donation)
  donation(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Gift> {
    return this.desk.at(actor, id, false, async ({ tx, ticket }) => {
      const donationId = 'donationId' in ticket ? ticket.donationId : null;
      const isKeeper = may(actor, 'donation.manage');
      if (donationId == null || !(isKeeper || ticket.createdBy === actor.id))
        throw notFound('This donation');
      const gift = await loadGiftHistory(tx, donationId, isKeeper ? null : actor.id);
      if (!gift) throw notFound('This donation');
      await auditOnce(tx, actor.id, 'ticket.donation', { id: String(ticket.id), donationId });
      return gift;
    });
  }

  /** The church that the platform writes to. @throws HttpError 400 */
  async #churchOf(given: string | undefined): Promise<string> {
    const id = given && pathId(given, 'This church');
    const church = id ? await this.db.platform((tx) => findChurch(tx, id)) : null;
    if (!church) throw refusedAt('organizationId', 'Please choose a church');
    return church.id;
  }
}

const shown = ({ tx, actor, ticket }: Place): Promise<Ticket> => shownOne(tx, actor, ticket.id);

/** In the transaction of its church, also for the platform's people. */
async function shownOne(tx: Tx, actor: Actor, id: number): Promise<Ticket> {
  const rows = await listTickets(tx, actor, {}, id);
  return (await showTickets(tx, actor, rows))[0]!;
}
