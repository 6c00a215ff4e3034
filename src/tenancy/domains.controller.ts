import { Body, Controller, Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
import { domainRequest, type ChurchDomain } from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, OwnTransaction, parse, type ChurchActor } from '#libs/http';
import { Domains } from './domains.js';

/** The church's own domain, for its administrators. */
@Controller('api/church/domain')
@Allow('appearance.manage')
export class DomainsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Domains) private readonly domains: Domains,
  ) {}

  @Get()
  one(@CurrentActor() { organizationId }: ChurchActor): Promise<ChurchDomain> {
    return this.db.tenant(organizationId, (tx) => this.domains.of(tx, organizationId));
  }

  @Put()
  choose(
    @CurrentActor() { organizationId, id }: ChurchActor,
    @Body() body: unknown,
  ): Promise<ChurchDomain> {
    const { domain } = parse(domainRequest, body);
    return this.db.tenant(organizationId, (tx) =>
      this.domains.choose(tx, organizationId, id, domain),
    );
  }

  /** Looks for the record now; DNS may take its time, so no transaction waits for it. */
  @Post('check')
  @HttpCode(200)
  @OwnTransaction()
  check(@CurrentActor() { organizationId, id }: ChurchActor): Promise<ChurchDomain> {
    return this.domains.check(organizationId, id);
  }
}
