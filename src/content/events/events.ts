import { raw } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { localNow } from '#libs/calendar';
import type { z } from 'zod';
import type { cancelEvent, Event, moveEvent } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { conflict, type ChurchActor } from '#libs/http';
import { Jobs } from '#libs/jobs';
import { timeZoneOf } from '../../tenancy/index.js';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { ContentRepository, type Order, type RawSql } from '../content-repository.js';
import type { EventChange } from '../notifications/event-changes.js';
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
import { decideMove } from './event-moves.js';
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
  const endedCondition = { [raw(`${endOfEvent} <= ?::timestamp`, [now])]: [] };
  const notEnded = { [raw(`${endOfEvent} > ?::timestamp`, [now])]: [] };
  return hasEnded
    ? { $and: [endedCondition, { id: { $nin: continuingIds } }] }
    : { $or: [notEnded, { id: { $in: continuingIds } }] };
}

const auditActions = {
  canceled: 'event-canceled',
  moved: 'event-moved',
  reinstated: 'event-reinstated',
} as const;

/** Church events. A series is one item. */
@Injectable()
export class Events extends ContentKind<EventEntity, EventTypes> {
  constructor(
    @Inject(CurrentOccurrenceStore) private readonly currentOccurrences: CurrentOccurrenceStore,
    @Inject(Jobs) private readonly jobs: Jobs,
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
    const condition =
      upcoming === undefined
        ? {}
        : whereEnded(upcoming === 'false', localNow(timeZone, now), dates);
    const order = [dateOrder(upcoming === 'false' ? 'desc' : 'asc', dates)];
    const events = await repository.list(
      tx,
      actor,
      { query, where: condition, order },
      { request, reply },
    );
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
   * Cancels a locked event. A series is canceled as a whole.
   * @throws HttpError 409 if the event is canceled or over, or if members cannot be told because
   *   they do not see it
   */
  async cancel(
    tx: Tx,
    actor: ChurchActor,
    event: EventEntity,
    { message, tell }: z.output<typeof cancelEvent>,
  ): Promise<Event> {
    if (event.isCanceled) throw conflict('This event is canceled already.');
    if (hasEnded(event, await timeZoneOf(tx, actor.organizationId), new Date()))
      throw conflict('This event is over. It cannot be canceled anymore.');
    const notice = { change: 'canceled', message, tell } as const;
    await this.#changeAndTell(tx, actor, event, { isCanceled: true }, notice);
    return this.toApiItem(tx, actor, event);
  }

  /**
   * Moves a locked event to another time or place, or reinstates a canceled event.
   * @throws HttpError 400 if the event cannot be moved there (`decideMove`)
   * @throws HttpError 409 if members cannot be told because they do not see the event
   */
  async move(
    tx: Tx,
    actor: ChurchActor,
    event: EventEntity,
    { date, location = event.location, tell }: z.output<typeof moveEvent>,
  ): Promise<Event> {
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const values = decideMove(event, { date, location }, timeZone, new Date());
    const change = event.isCanceled ? 'reinstated' : 'moved';
    await this.#changeAndTell(tx, actor, event, values, { change, message: null, tell });
    return this.toApiItem(tx, actor, event);
  }

  /** Saves a change of an event, and stores the job that tells members. */
  async #changeAndTell(
    tx: Tx,
    actor: ChurchActor,
    event: EventEntity,
    values: Partial<EventEntity>,
    { change, message, tell }: Pick<EventChange, 'change' | 'message'> & { tell: boolean },
  ): Promise<void> {
    if (tell && !event.isActive)
      throw conflict('Members do not see this event, so nobody can be told about it.');
    const changeId = tell ? randomUUID() : null;
    const sequence = event.sequence + 1;
    const savedValues = { ...values, sequence, changeId, changeToldTo: null };
    await this.publishing.change(tx, actor, repository, event, savedValues, {
      wasAnnounceable: true, // members are told about the change, and not of a new event
      isRestored: change === 'reinstated' && !tell,
      action: auditActions[change],
    });
    if (changeId === null) return;
    const { organizationId } = actor;
    const job: EventChange = {
      organizationId,
      id: event.id,
      changeId,
      change,
      message,
      afterId: null,
    };
    await this.jobs.send(tx, 'event-changed', { ...job });
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
