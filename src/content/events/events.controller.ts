import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bulkInput, eventInput, eventQuery, type Event } from '#libs/contracts';
import { localNow } from '#libs/calendar';
import { Database } from '#libs/database';
import { Allow, CurrentActor, OwnTransaction, parse, type ChurchActor } from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
import { Publishing } from '../publishing.js';
import { Shelf } from '../shelf.js';
import { calendarOf } from './calendar.js';
import { EventEntity } from './event.entity.js';
import { rollForward, toEvent, whenOf } from './events.js';

const shelf = new Shelf<EventEntity>({
  kind: 'event',
  entity: EventEntity,
  what: 'This event',
  manage: 'event.manage',
  searched: ['title', 'description', 'location'],
  order: [{ by: 'date', direction: 'asc', type: 'local' }],
  picture: ({ imageUrl }) => ({ address: imageUrl }),
});
const latestFirst = [{ by: 'date', direction: 'desc', type: 'local' }] as const;

/** Events, and series of them as one entry. */
@Controller('api/events')
export class EventsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Publishing) private readonly publishing: Publishing,
  ) {}

  /** By date; `upcoming=false`: what is past, the latest first. */
  @Get()
  @Allow('portal.use')
  list(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Event[]> {
    const { upcoming, ...wanted } = parse(eventQuery, query);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const timeZone = await rollForward(tx);
      const now = localNow(timeZone, new Date());
      const where =
        upcoming === undefined ? {} : { date: upcoming === 'true' ? { $gte: now } : { $lt: now } };
      const events = await shelf.list(
        tx,
        actor,
        wanted,
        where,
        request,
        reply,
        upcoming === 'false' ? latestFirst : undefined,
      );
      return events.map((event) => toEvent(event, timeZone));
    });
  }

  @Get(':id')
  @Allow('portal.use')
  one(@CurrentActor() actor: ChurchActor, @Param('id') id: string): Promise<Event> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const timeZone = await rollForward(tx);
      return toEvent(await shelf.one(tx, actor, id), timeZone);
    });
  }

  /** For a calendar, with its rule. */
  @Get(':id.ics')
  @OwnTransaction()
  @Allow('portal.use')
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

  @Post()
  @Allow('event.manage')
  add(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<Event> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const { isRecurring, ...input } = parse(eventInput, body);
      const timeZone = await timeZoneOf(tx, actor.organizationId);
      const event = await this.publishing.add(tx, actor, shelf, {
        ...input,
        ...whenOf({ ...input, isRecurring }, timeZone, new Date()),
      });
      return toEvent(event, timeZone);
    });
  }

  @Post('bulk')
  @HttpCode(200)
  @Allow('event.manage')
  bulk(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<{ changed: number }> {
    const input = parse(bulkInput, body);
    return this.db.tenant(actor.organizationId, (tx) =>
      this.publishing.bulk(tx, actor, shelf, input),
    );
  }

  @Put(':id')
  @Allow('event.manage')
  replace(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Event> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const timeZone = await rollForward(tx);
      const event = await shelf.one(tx, actor, id);
      const { isRecurring, ...input } = parse(eventInput, body);
      await this.publishing.change(tx, actor, shelf, event, {
        ...input,
        ...whenOf({ ...input, isRecurring }, timeZone, new Date(), event),
        sequence: event.sequence + 1,
      });
      return toEvent(event, timeZone);
    });
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow('event.manage')
  remove(@CurrentActor() actor: ChurchActor, @Param('id') id: string): Promise<void> {
    return this.db.tenant(actor.organizationId, (tx) =>
      this.publishing.remove(tx, actor, shelf, id),
    );
  }
}
