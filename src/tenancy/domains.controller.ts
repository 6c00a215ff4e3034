import { Body, Controller, Inject } from '@nestjs/common';
import { type ChurchDomain } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  CurrentActor,
  OwnTransaction,
  parse,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { Domains } from './domains.js';

/** The custom domain of the church, for admins. */
@Controller()
export class DomainsController {
  constructor(@Inject(Domains) private readonly domains: Domains) {}

  @Route(routes.domain.one)
  read(
    @CurrentActor() { organizationId }: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<ChurchDomain> {
    return this.domains.readDomain(tx, organizationId);
  }

  @Route(routes.domain.choose)
  choose(
    @CurrentActor() { organizationId, id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<ChurchDomain> {
    const { domain } = parse(routes.domain.choose.body, body);
    return this.domains.choose(tx, organizationId, id, domain);
  }

  /** Looks up the DNS record now. No transaction is open meanwhile, because DNS can be slow. */
  @Route(routes.domain.check)
  @OwnTransaction()
  check(@CurrentActor() { organizationId, id }: ChurchActor): Promise<ChurchDomain> {
    return this.domains.check(organizationId, id);
  }
}
