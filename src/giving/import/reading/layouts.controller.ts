import { Controller, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ImportLayout } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
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
  ChurchTransaction,
} from '#libs/http';
import { forgetLayout, importLayouts } from './layouts.js';

/** Serves the file formats that the church remembers. */
@Controller()
export class ImportLayoutsController {
  @Route(routes.importLayouts.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportLayout[]> {
    const page = parse(routes.importLayouts.list.query, query);
    const { layouts, next } = await importLayouts(tx, page);
    await auditOnce(tx, actor.id, 'import.layouts-read');
    linkNext(request, reply, next);
    return layouts;
  }

  @Route(routes.importLayouts.forget)
  async forget(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    if (!(await forgetLayout(tx, pathId(id, 'This layout')))) throw notFound('This layout');
    await audit(tx, actor.id, 'import.layout-forgotten');
  }
}
