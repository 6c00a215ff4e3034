import { Controller } from '@nestjs/common';
import type { StaffUser } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { Route, ChurchTransaction } from '#libs/http';
import { listUsers } from '../user-responses.js';

/** Lists the users of the church for staff. */
@Controller()
export class PeopleController {
  @Route(routes.people.list)
  list(@ChurchTransaction() tx: Tx): Promise<StaffUser[]> {
    return listUsers(tx);
  }
}
