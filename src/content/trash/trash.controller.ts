import { Controller, Inject, Param } from '@nestjs/common';
import type { TrashItem } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { ChurchTransaction, CurrentActor, Route, type ChurchActor } from '#libs/http';
import { Trash } from './trash.js';

/** Lists the deleted content of a church, restores it, and deletes it for good. */
@Controller()
export class TrashController {
  constructor(@Inject(Trash) private readonly trash: Trash) {}

  @Route(routes.trash.list)
  list(@CurrentActor() actor: ChurchActor, @ChurchTransaction() tx: Tx): Promise<TrashItem[]> {
    return this.trash.list(tx, actor);
  }

  @Route(routes.trash.restore)
  restore(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('kind') kind: string,
    @Param('id') id: string,
  ): Promise<void> {
    return this.trash.restore(tx, actor, kind, id);
  }

  @Route(routes.trash.deleteForGood)
  deleteForGood(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('kind') kind: string,
    @Param('id') id: string,
  ): Promise<void> {
    return this.trash.deleteForGood(tx, actor, kind, id);
  }
}
