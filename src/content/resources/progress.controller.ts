import { Body, Controller, Param } from '@nestjs/common';
import { type ResourceCounts, type UserResource } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  CurrentActor,
  newId,
  notFound,
  parse,
  pathId,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { countResources, findActiveResource, listProgress, storeProgress } from './progress.sql.js';

/** How far a person is with each resource: their own alone. */
@Controller()
export class ProgressController {
  /** The last that was looked at first. */
  @Route(routes.progress.list)
  async list(
    @CurrentActor() { id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<UserResource[]> {
    return (await listProgress(tx, { userId: id })).map(toProgress);
  }

  /** Of all that members see, however many there are. */
  @Route(routes.progress.counts)
  async counts(
    @CurrentActor() { id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<ResourceCounts> {
    const [row] = await countResources(tx, { userId: id });
    return row!;
  }

  /**
   * Keeps how far the person is. The larger value stays, whichever arrives last; only `restart` goes back to 0.
   * @param id the resource's
   * @throws HttpError 404 for a resource that members do not see
   */
  @Route(routes.progress.set)
  async set(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<UserResource> {
    const resourceId = pathId(id, 'This resource');
    const found = await findActiveResource(tx, { id: resourceId });
    if (found.length === 0) throw notFound('This resource');
    const { progress, restart = false } = parse(routes.progress.set.body, body);
    const [row] = await storeProgress(tx, {
      id: newId(),
      userId: actor.id,
      resourceId,
      progress,
      restart,
    });
    return toProgress(row!);
  }
}

const toProgress = (row: Awaited<ReturnType<typeof listProgress>>[number]): UserResource => ({
  ...row,
  lastAccessed: row.lastAccessed.toISOString(),
});
