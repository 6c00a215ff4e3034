import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, OwnTransaction, Route, type ChurchActor } from '#libs/http';
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
