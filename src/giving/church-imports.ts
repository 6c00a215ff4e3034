import { Global, Injectable, Module } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { ChurchImports } from '../tenancy/index.js';
import { sumImportBytes } from './church-imports.sql.js';

/** Tells tenancy, which cannot import giving, about the imports of a church. */
@Injectable()
export class GivingChurchImports extends ChurchImports {
  async countBytes(tx: Tx): Promise<number> {
    const [row] = await sumImportBytes(tx);
    return row!.bytes;
  }
}

@Global()
@Module({
  providers: [{ provide: ChurchImports, useClass: GivingChurchImports }],
  exports: [ChurchImports],
})
export class ChurchImportsModule {}
