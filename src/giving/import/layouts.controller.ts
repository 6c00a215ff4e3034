import { Controller, Delete, Get, HttpCode, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { importLayoutsQuery, type ImportLayout } from '#libs/contracts';
import { Database } from '#libs/database';
import {
  Allow,
  audit,
  auditOnce,
  CurrentActor,
  linkNext,
  notFound,
  parse,
  pathId,
  type ChurchActor,
} from '#libs/http';
import { forgetLayout, importLayouts } from './layouts.js';

/** How the church's files are read, which was answered once and may be taken back. */
@Controller('api/admin/import-layouts')
@Allow('donation.import')
export class ImportLayoutsController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Get()
  list(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportLayout[]> {
    const page = parse(importLayoutsQuery, query);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const { layouts, next } = await importLayouts(tx, page);
      await auditOnce(tx, actor.id, 'import.layouts-read');
      linkNext(request, reply, next);
      return layouts;
    });
  }

  @Delete(':id')
  @HttpCode(204)
  forget(@CurrentActor() actor: ChurchActor, @Param('id') id: string): Promise<void> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      if (!(await forgetLayout(tx, pathId(id, 'This layout')))) throw notFound('This layout');
      await audit(tx, actor.id, 'import.layout-forgotten');
    });
  }
}
