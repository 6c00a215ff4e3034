import { Global, Injectable, Module } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { ChurchUsers } from '../tenancy/index.js';
import { countMembers } from './users.query.js';

/** Tells tenancy, which cannot import identity, about the users of a church. */
@Injectable()
export class IdentityChurchUsers extends ChurchUsers {
  countMembers(tx: Tx): Promise<number> {
    return countMembers(tx);
  }

  async countAdministrators(tx: Tx): Promise<number> {
    const [row] = await tx.sql<{ count: number }>(
      `select count(*)::int as count
         from app_user
        where organization_id = $1
          and role = 'admin'
          and account_id is not null
          and removed_at is null`,
      [tx.organizationId],
    );
    return row!.count;
  }

  findAdministrators(tx: Tx): Promise<{ email: string; firstName: string }[]> {
    return tx.sql(
      `select email, first_name as "firstName"
         from app_user
        where organization_id = $1
          and role = 'admin'
          and removed_at is null
          and not is_suspended
          and account_id is not null`,
      [tx.organizationId],
    );
  }
}

@Global()
@Module({
  providers: [{ provide: ChurchUsers, useClass: IdentityChurchUsers }],
  exports: [ChurchUsers],
})
export class ChurchUsersModule {}
