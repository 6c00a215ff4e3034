import { Controller, Inject } from '@nestjs/common';
import type { StaffUser } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, type ChurchActor, Route } from '#libs/http';
import { listPeople } from '../people.js';

/** The people of the church, for staff. */
@Controller()
export class PeopleController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Route(routes.people.list)
  list(@CurrentActor() actor: ChurchActor): Promise<StaffUser[]> {
    return this.db.tenant(actor.organizationId, (tx) => listPeople(tx));
  }
}
