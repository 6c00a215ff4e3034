import { raw } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localNow } from '#libs/calendar';
import type { Event } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { Shelf, type Order, type RawSql } from '../shelf.js';
import { calendarOf } from './calendar.js';
import { EventEntity } from './event.entity.js';
import { hasEnded, presentDates, PresentDatesKeeper, type PresentDates } from './present-dates.js';
import { endOfEvent } from './present-dates.sql.js';
import { toEvent } from './shown-event.js';
import { whenOf } from './when.js';

type EventTypes = TypesOf<typeof routes.events>;

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
}: EventTypes['input']) {
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
@Injectable()
export class Events extends ContentKind<EventEntity, EventTypes> {
  constructor(@Inject(PresentDatesKeeper) private readonly presentDates: PresentDatesKeeper) {
    super(shelf);
  }

  /** Lists events by the date that they show. `upcoming=false` lists those that have ended, the latest first. */
  override async list(
    tx: Tx,
    actor: ChurchActor,
    { upcoming, ...page }: EventTypes['query'],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Event[]> {
    const now = new Date();
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const dates = await this.#presentDates(tx, timeZone, now);
    const where =
      upcoming === undefined
        ? {}
        : whereEnded(upcoming === 'false', localNow(timeZone, now), dates);
    const order = byDate(upcoming === 'false' ? 'desc' : 'asc', dates);
    const events = await shelf.list(tx, actor, page, where, request, reply, [order]);
    return events.map((event) =>
      toEvent(event, { actor, timeZone, now, present: dates.get(event.id) }),
    );
  }

  protected override async values(
    tx: Tx,
    actor: ChurchActor,
    input: EventTypes['input'],
    present: EventEntity | null,
  ) {
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    return this.stored({
      ...storedPart(input),
      ...whenOf(input, timeZone, new Date(), present ?? undefined),
      sequence: present ? present.sequence + 1 : 0,
    });
  }

  protected override async couldBeAnnounced(tx: Tx, event: EventEntity): Promise<boolean> {
    const timeZone = await timeZoneOf(tx, event.organizationId);
    return event.isActive && !hasEnded(event, timeZone, new Date());
  }

  protected override async shown(tx: Tx, actor: ChurchActor, events: EventEntity[]) {
    const now = new Date();
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const id = events.length === 1 ? events[0]!.id : null;
    const dates = await this.#presentDates(tx, timeZone, now, id);
    return events.map((event) =>
      toEvent(event, { actor, timeZone, now, present: dates.get(event.id) }),
    );
  }

  /** Returns an event, or a series with its rule, as a calendar file. @throws HttpError 404 */
  async calendar(tx: Tx, actor: ChurchActor, id: string): Promise<string> {
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    return calendarOf([await this.find(tx, actor, id)], timeZone);
  }

  /** Computes which occurrences series show now, and has them stored in the background. */
  async #presentDates(
    tx: Tx,
    timeZone: string,
    now: Date,
    id: string | null = null,
  ): Promise<PresentDates> {
    const dates = await presentDates(tx, timeZone, now, id);
    if (dates.size > 0) this.presentDates.keep(tx.organizationId!);
    return dates;
  }
}
