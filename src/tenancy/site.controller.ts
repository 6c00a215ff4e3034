import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { changeSetting, may, rightOfSetting, type PublicChurch, type Settings, type Standing } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Allow, audit, CurrentActor, forbidden, HostChurch, OwnTransaction, parse, Public, type Actor, type ChurchActor } from '#libs/http';
import { Config } from '../config.js';
import type { HostChurch as Church } from './hosts.js';
import { fallback, readServices, readSettings, writeSetting } from './settings.js';
import { Customers } from './subscription/customers.js';

/** What a church shows of itself, before and after signing in: of the session's church, else of the host's. */
@Controller('api')
export class SiteController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
    @Inject(Customers) private readonly customers: Customers,
  ) {}

  @Get('settings')
  @Public()
  settings(@CurrentActor() actor: Actor | undefined, @HostChurch() host: Church | null, @Req() request: FastifyRequest): Promise<Settings> {
    const organizationId = actor?.organizationId ?? host?.id;
    if (!organizationId) return Promise.resolve({ ...fallback, ...this.#facts(), email: this.config.OWNER_EMAIL ?? '', isPortalHost: request.hostname.toLowerCase() === this.config.PORTAL_HOST });
    return this.db.tenant(organizationId, (tx) => this.#ofChurch(tx));
  }

  @Post('settings')
  @HttpCode(200)
  @Allow('setting.manage')
  change(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<Settings> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const { key, value } = parse(changeSetting, body);
      if (!may(actor, rightOfSetting(key))) throw forbidden();
      if (await writeSetting(tx, key, key === 'services' && value ? readServices(value) : value)) {
        await audit(tx, actor.id, 'setting-changed', { fields: [key] });
        if (key === 'churchName' || key === 'email') await this.customers.follow(tx, actor.organizationId);
      }
      return this.#ofChurch(tx);
    });
  }

  async #ofChurch(tx: Tx): Promise<Settings> {
    return { ...(await readSettings(tx)), ...this.#facts() };
  }

  /** Of the installation, the same for every church. */
  #facts(): Pick<Settings, 'singleSignOn'> {
    return { singleSignOn: this.config.OIDC_ISSUER !== undefined };
  }

  /** Whether staff may write, and what a banner says. */
  @Get('church/standing')
  @Allow('portal.use')
  standing(@CurrentActor() actor: ChurchActor): Standing {
    return actor.standing!;
  }

  /** The churches that a person may register with on this host. */
  @Get('churches')
  @Public()
  @OwnTransaction()
  churches(@HostChurch() host: Church | null): Promise<PublicChurch[]> {
    return this.db.platform((tx) =>
      tx.sql<PublicChurch>('select slug, name from organization where is_active and ($1::uuid is null or id = $1) order by name', [host?.id ?? null]),
    );
  }
}
