import { Body, Controller, Headers, Inject, Param } from '@nestjs/common';
import type { Announcement } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { ChurchTransaction, CurrentActor, parse, Route, type ChurchActor } from '#libs/http';
import { kindController } from '../kind-controller.js';
import { Announcements } from './announcements.js';

/** Serves announcements, and changes of single fields of them. */
@Controller()
export class AnnouncementsController extends kindController(Announcements, routes.announcements) {
  constructor(@Inject(Announcements) private readonly announcements: Announcements) {
    super(announcements);
  }

  @Route(routes.announcements.change)
  async change(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<Announcement> {
    const announcement = await this.announcements.loadForChange(tx, actor, id);
    const changes = parse(routes.announcements.change.body, body);
    await this.announcements.assertVersion(tx, actor, announcement, ifMatch);
    return this.announcements.change(tx, actor, announcement, changes);
  }
}
