import { Body, Controller, Inject, Param } from '@nestjs/common';
import { type ResourceCounts, type UserResource } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, newId, notFound, parse, pathId, type ChurchActor, Route } from '#libs/http';

const columns =
  'id, user_id as "userId", resource_id as "resourceId", progress, last_accessed as "lastAccessed"';

/** How far a person is with each resource: their own alone. */
@Controller()
export class ProgressController {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The last that was looked at first. */
  @Route(routes.progress.list)
  list(@CurrentActor() { id, organizationId }: ChurchActor): Promise<UserResource[]> {
    return this.db.tenant(organizationId, (tx) =>
      tx.sql<UserResource>(
        `select ${columns} from user_resource u where organization_id = $1 and user_id = $2
           and exists (select 1 from resource where organization_id = $1 and id = u.resource_id and is_active) order by last_accessed desc, id`,
        [organizationId, id],
      ),
    );
  }

  /** Of all that members see, however many there are. */
  @Route(routes.progress.counts)
  counts(@CurrentActor() { id, organizationId }: ChurchActor): Promise<ResourceCounts> {
    return this.db.tenant(organizationId, async (tx) => {
      const [row] = await tx.sql<ResourceCounts>(
        `select count(u.id)::int as accessed, count(*)::int as total from resource r
           left join user_resource u on u.organization_id = $1 and u.resource_id = r.id and u.user_id = $2 and u.progress > 0
          where r.organization_id = $1 and r.is_active`,
        [organizationId, id],
      );
      return row!;
    });
  }

  /**
   * Keeps how far the person is. The larger value stays, whichever arrives last; only `restart` goes back to 0.
   * @param id the resource's
   * @throws HttpError 404 for a resource that members do not see
   */
  @Route(routes.progress.set)
  set(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<UserResource> {
    const { organizationId } = actor;
    return this.db.tenant(organizationId, async (tx) => {
      const resourceId = pathId(id, 'This resource');
      const found = await tx.sql(
        'select 1 from resource where organization_id = $1 and id = $2 and is_active',
        [organizationId, resourceId],
      );
      if (found.length === 0) throw notFound('This resource');
      const { progress, restart = false } = parse(routes.progress.set.body, body);
      const [row] = await tx.sql<UserResource>(
        `insert into user_resource (organization_id, id, user_id, resource_id, progress) values ($1, $2, $3, $4, $5)
         on conflict (organization_id, user_id, resource_id) do update
           set progress = case when $6 then excluded.progress else greatest(user_resource.progress, excluded.progress) end,
               last_accessed = now()
         returning ${columns}`,
        [organizationId, newId(), actor.id, resourceId, progress, restart],
      );
      return row!;
    });
  }
}
