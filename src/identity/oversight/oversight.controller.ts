import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditFilter, auditQuery, type AuditEntry, type RolesOverview } from '#libs/contracts';
import { writeCsv } from '#libs/csv';
import { Database } from '#libs/database';
import { Allow, auditOnce, CurrentActor, linkNext, parse, type ChurchActor } from '#libs/http';
import { auditRows, listAudit } from './audit.query.js';
import { rolesOverviewOf } from './roles.query.js';

/** For administrators: who may do what, and who did what. */
@Controller('api/admin')
export class OversightController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Get('roles-permissions')
  @Allow('role.overview')
  roles(@CurrentActor() actor: ChurchActor): Promise<RolesOverview> {
    return this.db.tenant(actor.organizationId, rolesOverviewOf);
  }

  @Get('audit')
  @Allow('audit.read')
  audit(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntry[]> {
    const filter = parse(auditQuery, query);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const { entries, next } = await listAudit(tx, filter);
      linkNext(request, reply, next);
      return entries;
    });
  }

  /** All that the filters find, newest first. */
  @Get('audit.csv')
  @Allow('audit.read')
  async csv(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const filter = parse(auditFilter, query);
    const entries = await this.db.tenant(actor.organizationId, async (tx) => {
      const found = await listAudit(tx, { ...filter, limit: 10_000_000 });
      await auditOnce(tx, actor.id, 'audit.exported');
      return found.entries;
    });
    void reply.header('content-type', 'text/csv; charset=utf-8');
    void reply.header('content-disposition', 'attachment; filename="audit-log.csv"');
    return writeCsv(auditRows(entries));
  }
}
