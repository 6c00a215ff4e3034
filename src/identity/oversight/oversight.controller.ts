import { Controller, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuditEntry, type RolesOverview } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { writeCsv } from '#libs/csv';
import { Database } from '#libs/database';
import { auditOnce, CurrentActor, linkNext, parse, type ChurchActor, Route } from '#libs/http';
import { auditRows, listAudit } from './audit.query.js';
import { rolesOverviewOf } from './roles.query.js';

/** For administrators: who may do what, and who did what. */
@Controller()
export class OversightController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Route(routes.oversight.roles)
  roles(@CurrentActor() actor: ChurchActor): Promise<RolesOverview> {
    return this.db.tenant(actor.organizationId, rolesOverviewOf);
  }

  @Route(routes.oversight.audit)
  audit(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntry[]> {
    const filter = parse(routes.oversight.audit.query, query);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const { entries, next } = await listAudit(tx, filter);
      linkNext(request, reply, next);
      return entries;
    });
  }

  /** All that the filters find, newest first. */
  @Route(routes.oversight.csv)
  async csv(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const filter = parse(routes.oversight.csv.query, query);
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
