import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditQuery, type AuditEntry, type RolesOverview } from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, linkNext, parse, type ChurchActor } from '#libs/http';
import { listAudit } from './audit.query.js';
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
}
