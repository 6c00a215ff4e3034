import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ImportLayout } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import {
  audit,
  auditOnce,
  CurrentActor,
  linkNext,
  notFound,
  parse,
  pathId,
  type ChurchActor,
  Route,
} from '#libs/http';
import { forgetLayout, importLayouts } from './layouts.js';

/** How the church's files are read, which was answered once and may be taken back. */
@Controller()
export class ImportLayoutsController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Route(routes.importLayouts.list)
  list(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportLayout[]> {
    const page = parse(routes.importLayouts.list.query, query);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const { layouts, next } = await importLayouts(tx, page);
      await auditOnce(tx, actor.id, 'import.layouts-read');
      linkNext(request, reply, next);
      return layouts;
    });
  }

  @Route(routes.importLayouts.forget)
  forget(@CurrentActor() actor: ChurchActor, @Param('id') id: string): Promise<void> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      if (!(await forgetLayout(tx, pathId(id, 'This layout')))) throw notFound('This layout');
      await audit(tx, actor.id, 'import.layout-forgotten');
    });
  }
}
