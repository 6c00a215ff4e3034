import { Global, Injectable, Module } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { ChurchUsers } from '../tenancy/index.js';
import { countMembers, findUsers } from './users.query.js';
import { countAdmins, listAdmins } from './members/members.sql.js';

/** Tells tenancy, which cannot import identity, about the users of a church. */
@Injectable()
export class IdentityChurchUsers extends ChurchUsers {
  countMembers(tx: Tx): Promise<number> {
    return countMembers(tx);
  }

  async countAdministrators(tx: Tx): Promise<number> {
    const [row] = await countAdmins(tx);
    return row!.count;
  }

  findAdministrators(tx: Tx): Promise<{ email: string; firstName: string }[]> {
    return listAdmins(tx);
  }

  async findName(tx: Tx, id: string): Promise<string | null> {
    const [user] = await findUsers(tx, [id]);
    return user ? `${user.firstName} ${user.lastName}` : null;
  }
}

@Global()
@Module({
  providers: [{ provide: ChurchUsers, useClass: IdentityChurchUsers }],
  exports: [ChurchUsers],
})
export class ChurchUsersModule {}
