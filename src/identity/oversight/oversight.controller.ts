import type { Readable } from 'node:stream';
import { Controller, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuditEntry, type RolesOverview } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { sendTable } from '#libs/downloads';
import {
  auditOnce,
  CurrentActor,
  linkNext,
  parse,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { auditTable, listAudit } from './audit.query.js';
import { rolesOverviewOf } from './roles.query.js';

/** Roles with their permissions, and the audit log, for admins. */
@Controller()
export class OversightController {
  @Route(routes.oversight.roles)
  roles(@ChurchTransaction() tx: Tx): Promise<RolesOverview> {
    return rolesOverviewOf(tx);
  }

  @Route(routes.oversight.audit)
  async audit(
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntry[]> {
    const filter = parse(routes.oversight.audit.query, query);
    const { rows, next } = await listAudit(tx, filter);
    linkNext(request, reply, next);
    return rows;
  }

  /** Sends all audit entries that match the filters as CSV, newest first. */
  @Route(routes.oversight.csv)
  async csv(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const filter = parse(routes.oversight.csv.query, query);
    await auditOnce(tx, actor.id, 'audit.exported');
    await tx.snapshot();
    return sendTable(reply, auditTable(tx, filter), 'csv');
  }
}
