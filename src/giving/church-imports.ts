import { Global, Injectable, Module } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { ChurchImports } from '../tenancy/index.js';

/** Tells tenancy, which cannot import giving, about the imports of a church. */
@Injectable()
export class GivingChurchImports extends ChurchImports {
  async countBytes(tx: Tx): Promise<number> {
    const [row] = await tx.sql<{ bytes: number }>(
      `select coalesce(sum(file_size), 0)::float8 as bytes
         from donation_import
        where organization_id = $1`,
      [tx.organizationId],
    );
    return row!.bytes;
  }
}

@Global()
@Module({
  providers: [{ provide: ChurchImports, useClass: GivingChurchImports }],
  exports: [ChurchImports],
})
export class ChurchImportsModule {}
