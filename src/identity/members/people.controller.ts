import { Controller, Get, Inject } from '@nestjs/common';
import type { StaffUser } from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, type ChurchActor } from '#libs/http';
import { listPeople } from '../people.js';

/** The people of the church, for staff. */
@Controller('api/admin/users')
export class PeopleController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Get()
  @Allow('member.list')
  list(@CurrentActor() actor: ChurchActor): Promise<StaffUser[]> {
    return this.db.tenant(actor.organizationId, (tx) => listPeople(tx));
  }
}
