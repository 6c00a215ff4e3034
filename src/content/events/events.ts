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
import { ContentRepository, type Order, type RawSql } from '../content-repository.js';
import { calendarOf } from './calendar.js';
import { EventEntity } from './event.entity.js';
import {
  hasEnded,
  computeCurrentOccurrences,
  CurrentOccurrenceStore,
  type CurrentOccurrences,
} from './current-occurrences.js';
import { endOfEvent } from './current-occurrences.sql.js';
import { toEvent } from './to-event.js';
import { computeEventTimes } from './event-times.js';

type EventTypes = TypesOf<typeof routes.events>;

const repository = new ContentRepository<EventEntity>({
  kind: 'event',
  entity: EventEntity,
  resourceName: 'This event',
  manage: 'event.manage',
  searchedColumns: ['title', 'description', 'location'],
  order: [{ property: 'date', direction: 'asc', type: 'local' }],
  picture: ({ imageUrl }) => ({ address: imageUrl }),
  // Calendar programs replace their copy only if the sequence is larger (RFC 5545).
  onTrashed: (event) => void event.sequence++,
});

/**
 * Returns the fields of a form that are stored unchanged. See `computeEventTimes` for the others.
 */
function unchangedFields({
  isRecurring: _isRecurring,
  seriesStart: _seriesStart,
  ...stored
}: EventTypes['input']) {
  return stored;
}

/** Orders events by the date of their current occurrence. */
const dateOrder = (direction: Order['direction'], dates: CurrentOccurrences): Order => ({
  property: 'date',
  direction,
  type: 'local',
  ...(dates.size > 0
    ? { computed: { sql: currentDateSql(dates), valueOf: ({ id }) => dates.get(id)?.date } }
    : {}),
});

function currentDateSql(dates: CurrentOccurrences): RawSql {
  const cases = [...dates].map(() => 'when ?::uuid then ?::timestamp').join(' ');
  return {
    text: `(case id ${cases} else date end)`,
    parameters: [...dates].flatMap(([id, { date }]) => [id, date]),
  };
}

/** Selects the events that have ended at the local time `now`, or the others. */
function whereEnded(hasEnded: boolean, now: string, dates: CurrentOccurrences): object {
  const continuingIds = [...dates].filter(([, { isOver }]) => !isOver).map(([id]) => id);
  const ended = { [raw(`${endOfEvent} <= ?::timestamp`, [now])]: [] };
  const notEnded = { [raw(`${endOfEvent} > ?::timestamp`, [now])]: [] };
  return hasEnded
    ? { $and: [ended, { id: { $nin: continuingIds } }] }
    : { $or: [notEnded, { id: { $in: continuingIds } }] };
}

/** Church events. A series is one item. */
@Injectable()
export class Events extends ContentKind<EventEntity, EventTypes> {
  constructor(
    @Inject(CurrentOccurrenceStore) private readonly currentOccurrences: CurrentOccurrenceStore,
  ) {
    super(repository);
  }

  /**
   * Lists events by the date of their current occurrence. `upcoming=false` lists events that have
   * ended, the latest first.
   */
  override async list(
    tx: Tx,
    actor: ChurchActor,
    { upcoming, ...query }: EventTypes['query'],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Event[]> {
    const now = new Date();
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const dates = await this.#currentOccurrencesOf(tx, timeZone, now);
    const where =
      upcoming === undefined
        ? {}
        : whereEnded(upcoming === 'false', localNow(timeZone, now), dates);
    const order = [dateOrder(upcoming === 'false' ? 'desc' : 'asc', dates)];
    const events = await repository.list(tx, actor, { query, where, order }, { request, reply });
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
      ...unchangedFields(input),
      ...computeEventTimes(input, timeZone, new Date(), present ?? undefined),
      sequence: present ? present.sequence + 1 : 0,
    });
  }

  protected override async couldBeAnnounced(tx: Tx, event: EventEntity): Promise<boolean> {
    const timeZone = await timeZoneOf(tx, event.organizationId);
    return event.isActive && !hasEnded(event, timeZone, new Date());
  }

  protected override async toApi(tx: Tx, actor: ChurchActor, events: EventEntity[]) {
    const now = new Date();
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const id = events.length === 1 ? events[0]!.id : null;
    const dates = await this.#currentOccurrencesOf(tx, timeZone, now, id);
    return events.map((event) =>
      toEvent(event, { actor, timeZone, now, present: dates.get(event.id) }),
    );
  }

  /**
   * Returns an event, or a series with its rule, as a calendar file.
   * @throws HttpError 404 if the event does not exist, or if the user may not see it
   */
  async calendar(tx: Tx, actor: ChurchActor, id: string): Promise<string> {
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    return calendarOf([await this.load(tx, actor, id)], timeZone);
  }

  /** Computes the current occurrences of series, and lets them be stored in the background. */
  async #currentOccurrencesOf(
    tx: Tx,
    timeZone: string,
    now: Date,
    id: string | null = null,
  ): Promise<CurrentOccurrences> {
    const dates = await computeCurrentOccurrences(tx, timeZone, now, id);
    if (dates.size > 0) this.currentOccurrences.storeInBackground(tx.organizationId!);
    return dates;
  }
}
