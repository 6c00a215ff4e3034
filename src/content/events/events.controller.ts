import { Body, Controller, Headers, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Event } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  ChurchTransaction,
  CurrentActor,
  OwnTransaction,
  parse,
  Route,
  type ChurchActor,
} from '#libs/http';
import { kindController } from '../kind-controller.js';
import { Events } from './events.js';

/** Serves events, also as calendar files (`.ics`). */
@Controller()
export class EventsController extends kindController(Events, routes.events) {
  constructor(
    @Inject(Events) private readonly events: Events,
    @Inject(Database) private readonly db: Database,
  ) {
    super(events);
  }

  @Route(routes.events.cancel)
  async cancel(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<Event> {
    const event = await this.events.loadForChange(tx, actor, id);
    const cancellation = parse(routes.events.cancel.body, body);
    await this.events.assertVersion(tx, actor, event, ifMatch);
    return this.events.cancel(tx, actor, event, cancellation);
  }

  @Route(routes.events.move)
  async move(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<Event> {
    const event = await this.events.loadForChange(tx, actor, id);
    const newTime = parse(routes.events.move.body, body);
    await this.events.assertVersion(tx, actor, event, ifMatch);
    return this.events.move(tx, actor, event, newTime);
  }

  @Route(routes.events.calendar)
  @OwnTransaction()
  async calendar(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const text = await this.db.tenant(actor.organizationId, (tx) =>
      this.events.calendar(tx, actor, id),
    );
    await reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="event.ics"')
      .send(text);
  }
}
