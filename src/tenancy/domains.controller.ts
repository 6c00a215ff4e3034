import { Body, Controller, Inject } from '@nestjs/common';
import { type ChurchDomain } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, OwnTransaction, parse, type ChurchActor, Route } from '#libs/http';
import { Domains } from './domains.js';

/** The church's own domain, for its administrators. */
@Controller()
export class DomainsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Domains) private readonly domains: Domains,
  ) {}

  @Route(routes.domain.one)
  one(@CurrentActor() { organizationId }: ChurchActor): Promise<ChurchDomain> {
    return this.db.tenant(organizationId, (tx) => this.domains.of(tx, organizationId));
  }

  @Route(routes.domain.choose)
  choose(
    @CurrentActor() { organizationId, id }: ChurchActor,
    @Body() body: unknown,
  ): Promise<ChurchDomain> {
    const { domain } = parse(routes.domain.choose.body, body);
    return this.db.tenant(organizationId, (tx) =>
      this.domains.choose(tx, organizationId, id, domain),
    );
  }

  /** Looks for the record now; DNS may take its time, so no transaction waits for it. */
  @Route(routes.domain.check)
  @OwnTransaction()
  check(@CurrentActor() { organizationId, id }: ChurchActor): Promise<ChurchDomain> {
    return this.domains.check(organizationId, id);
  }
}
