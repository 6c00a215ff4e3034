import { Body, Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  may,
  rightOfSetting,
  type PublicChurch,
  type Settings,
  type Standing,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  audit,
  CurrentActor,
  forbidden,
  HostChurch,
  OwnTransaction,
  parse,
  type Actor,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { churchUrl, Config } from '../ops/config.js';
import type { HostChurch as Church } from './hosts.js';
import { assertChurchName } from './church-names.js';
import { timeZoneOf } from './organization.js';
import { defaultSettings, readServices, readSettings, writeSetting } from './settings.js';
import { Customers } from './subscription/customers.js';

/**
 * The settings and public facts of the session's church or, without a session, of the host's
 * church.
 */
@Controller()
export class SiteController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
    @Inject(Customers) private readonly customers: Customers,
  ) {}

  @Route(routes.site.settings)
  settings(
    @CurrentActor() actor: Actor | undefined,
    @HostChurch() host: Church | null,
    @Req() request: FastifyRequest,
  ): Promise<Settings> {
    const organizationId = actor?.organizationId ?? host?.id;
    const facts = this.#facts(host);
    if (!organizationId)
      return Promise.resolve({
        ...defaultSettings,
        ...facts,
        email: facts.platformEmail,
        isPortalHost: request.hostname.toLowerCase() === this.config.PORTAL_HOST,
      });
    return this.db.tenant(organizationId, async (tx) => ({
      ...(await readSettings(tx)),
      ...facts,
    }));
  }

  @Route(routes.site.change)
  async change(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @HostChurch() host: Church | null,
    @Body() body: unknown,
  ): Promise<Settings> {
    const { key, value } = parse(routes.site.change.body, body);
    if (!may(actor, rightOfSetting(key))) throw forbidden();
    if (key === 'churchName') assertChurchName('value', value, (await readSettings(tx)).churchName);
    const timeZone = await timeZoneOf(tx, actor.organizationId);
    const newValue = key === 'services' && value ? readServices(value, timeZone) : value;
    if (await writeSetting(tx, key, newValue)) {
      await audit(tx, actor.id, 'setting-changed', { fields: [key] });
      if (key === 'churchName' || key === 'email')
        await this.customers.scheduleUpdate(tx, actor.organizationId);
    }
    return { ...(await readSettings(tx)), ...this.#facts(host) };
  }

  /** Returns the facts of the host and of the installation, which are not settings of a church. */
  #facts(
    host: Church | null,
  ): Pick<Settings, 'isChurchHost' | 'singleSignOn' | 'churchUrl' | 'platformEmail'> {
    const { OIDC_ISSUER, OWNER_EMAIL, MAIL_FROM } = this.config;
    return {
      isChurchHost: host !== null,
      singleSignOn: OIDC_ISSUER !== undefined,
      churchUrl: churchUrl(this.config, 'church'),
      platformEmail: OWNER_EMAIL ?? MAIL_FROM ?? '',
    };
  }

  /** Returns whether the church is read-only, and the text of the banner. */
  @Route(routes.site.standing)
  standing(@CurrentActor() actor: ChurchActor): Standing {
    return actor.standing!;
  }

  /** Lists the churches with which a person can register on this host. */
  @Route(routes.site.churches)
  @OwnTransaction()
  churches(@HostChurch() host: Church | null): Promise<PublicChurch[]> {
    return this.db.platform((tx) =>
      tx.query
        .selectFrom('organization')
        .select(['slug', 'name'])
        .where('isActive', '=', true)
        .where('awaitsContact', '=', false)
        .$if(host !== null, (query) => query.where('id', '=', host!.id))
        .orderBy('name')
        .execute(),
    );
  }
}
