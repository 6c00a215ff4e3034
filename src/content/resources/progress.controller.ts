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

/** Serves the progress of the user in resources. */
@Controller()
export class ProgressController {
  /** Lists the progress, the resource that the user opened last first. */
  @Route(routes.progress.list)
  async list(
    @CurrentActor() { id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<UserResource[]> {
    return (await listProgress(tx, { userId: id })).map(toProgress);
  }

  /** Counts all active resources, and those that the user has begun. */
  @Route(routes.progress.counts)
  async counts(
    @CurrentActor() { id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<ResourceCounts> {
    const [row] = await countResources(tx, { userId: id });
    return row!;
  }

  /**
   * Stores the progress of the user. A smaller value than the stored one is ignored, because
   * requests may arrive in another order. Only `restart` sets it back.
   * @param id the id of the resource
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
    const resources = await findActiveResource(tx, { id: resourceId });
    if (resources.length === 0) throw notFound('This resource');
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
