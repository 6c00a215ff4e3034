import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { raw } from '@mikro-orm/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Event, eventInput } from '#libs/contracts';
import { localNow } from '#libs/calendar';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  CurrentActor,
  OwnTransaction,
  parse,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
import { Publishing } from '../publishing.js';
import { Shelf, type Order, type RawSql } from '../shelf.js';
import { calendarOf } from './calendar.js';
import { EventEntity } from './event.entity.js';
import { toEvent } from './events.js';
import { hasEnded, presentDates, PresentDatesKeeper, type PresentDates } from './present-dates.js';
import { endOfEvent } from './present-dates.sql.js';
import { whenOf } from './when.js';

const shelf = new Shelf<EventEntity>({
  kind: 'event',
  entity: EventEntity,
  what: 'This event',
  manage: 'event.manage',
  searched: ['title', 'description', 'location'],
  order: [{ by: 'date', direction: 'asc', type: 'local' }],
  picture: ({ imageUrl }) => ({ address: imageUrl }),
});

/** What of a form is stored as it is; when the event takes place follows from the rest (`whenOf`). */
function storedPart({
  isRecurring: _isRecurring,
  seriesStart: _seriesStart,
  ...stored
}: z.output<typeof eventInput>) {
  return stored;
}

/** Orders events by the date that they show. */
const byDate = (direction: Order['direction'], dates: PresentDates): Order => ({
  by: 'date',
  direction,
  type: 'local',
  ...(dates.size > 0
    ? { shown: { sql: shownDateSql(dates), of: ({ id }) => dates.get(id)?.date } }
    : {}),
});

function shownDateSql(dates: PresentDates): RawSql {
  const cases = [...dates].map(() => 'when ?::uuid then ?::timestamp').join(' ');
  return {
    text: `(case id ${cases} else date end)`,
    parameters: [...dates].flatMap(([id, { date }]) => [id, date]),
  };
}

/** Selects the events that have ended at the local time `now`, or the others. */
function whereEnded(hasEnded: boolean, now: string, dates: PresentDates): object {
  const going = [...dates].filter(([, { isOver }]) => !isOver).map(([id]) => id);
  const ended = { [raw(`${endOfEvent} <= ?::timestamp`, [now])]: [] };
  const notEnded = { [raw(`${endOfEvent} > ?::timestamp`, [now])]: [] };
  return hasEnded
    ? { $and: [ended, { id: { $nin: going } }] }
    : { $or: [notEnded, { id: { $in: going } }] };
}

/** Events, and series of them as one entry. */
@Controller()
export class EventsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Publishing) private readonly publishing: Publishing,
    @Inject(PresentDatesKeeper) private readonly presentDates: PresentDatesKeeper,
  ) {}

  /** Lists events by their date. With `upcoming=false` it lists the events that have ended, the latest first. */
  @Route(routes.events.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Event[]> {
    const { upcoming, ...wanted } = parse(routes.events.list.query, query);
    const now = new Date();
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const dates = await presentDates(tx, timeZone, now);
    if (dates.size > 0) this.presentDates.keep(actor.organizationId);
    const events = await shelf.list(
      tx,
      actor,
      wanted,
      upcoming === undefined
        ? {}
        : whereEnded(upcoming === 'false', localNow(timeZone, now), dates),
      request,
      reply,
      [byDate(upcoming === 'false' ? 'desc' : 'asc', dates)],
    );
    return events.map((event) =>
      toEvent(event, { actor, timeZone, now, present: dates.get(event.id) }),
    );
  }

  @Route(routes.events.one)
  async one(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<Event> {
    const now = new Date();
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const event = await shelf.one(tx, actor, id);
    const dates = await presentDates(tx, timeZone, now, event.id);
    if (dates.size > 0) this.presentDates.keep(actor.organizationId);
    return toEvent(event, { actor, timeZone, now, present: dates.get(event.id) });
  }

  /** For a calendar, with its rule. */
  @Route(routes.events.calendar)
  @OwnTransaction()
  async calendar(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const text = await this.db.tenant(actor.organizationId, async (tx) => {
      const timeZone = await timeZoneOf(tx, actor.organizationId);
      return calendarOf([await shelf.one(tx, actor, id)], timeZone);
    });
    await reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="event.ics"')
      .send(text);
  }

  @Route(routes.events.add)
  async add(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<Event> {
    const now = new Date();
    const input = parse(routes.events.add.body, body);
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const event = await this.publishing.add(tx, actor, shelf, {
      ...storedPart(input),
      ...whenOf(input, timeZone, now),
    });
    return toEvent(event, { actor, timeZone, now });
  }

  @Route(routes.events.bulk)
  bulk(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<{ changed: number }> {
    const input = parse(routes.events.bulk.body, body);
    return this.publishing.bulk(tx, actor, shelf, input);
  }

  @Route(routes.events.replace)
  async replace(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Event> {
    const now = new Date();
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const event = await shelf.one(tx, actor, id);
    const input = parse(routes.events.replace.body, body);
    const changes = {
      ...storedPart(input),
      ...whenOf(input, timeZone, now, event),
      sequence: event.sequence + 1,
    };
    const wasNews = event.isActive && !hasEnded(event, timeZone, now);
    await this.publishing.change(tx, actor, shelf, event, changes, wasNews);
    return toEvent(event, { actor, timeZone, now });
  }

  @Route(routes.events.remove)
  remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    return this.publishing.remove(tx, actor, shelf, id);
  }
}
