import { Body, Controller, Headers, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  settingKeys,
  type PublicChurch,
  type SettingKey,
  type Settings,
  type Standing,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  CurrentActor,
  HostChurch,
  OwnTransaction,
  parse,
  readIfMatch,
  type Actor,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { churchUrl, Config } from '../../ops/config.js';
import type { HostChurch as Church } from '../hosts.js';
import { SettingChanges } from './setting-changes.js';
import { defaultSettings, describeToday, readSettings } from './settings.js';

/** Settings of one request that are saved together. */
interface SeveralSettings {
  values: Partial<Record<SettingKey, string | undefined>>;
  /** the versions that the user has seen */
  versions: Partial<Record<SettingKey, number>> | undefined;
  /** the beginning of the paths of the values in the request */
  fields: string;
}

/**
 * The settings and public facts of the session's church or, without a session, of the host's
 * church.
 */
@Controller()
export class SiteController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
    @Inject(SettingChanges) private readonly changes: SettingChanges,
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
        today: describeToday(defaultSettings.timeZone, new Date()),
        email: facts.platformEmail,
        isPortalHost: request.hostname.toLowerCase() === this.config.PORTAL_HOST,
      });
    return this.db.tenant(organizationId, (tx) => this.#readAll(tx, host));
  }

  @Route(routes.site.change)
  async change(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @HostChurch() host: Church | null,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<Settings> {
    const { key, value } = parse(routes.site.change.body, body);
    const seenVersion = readIfMatch(ifMatch, 'the setting');
    const readSaved = () => this.#readAll(tx, host);
    const change = { key, value, seenVersion, field: 'value' };
    await this.changes.save(tx, actor, [change], readSaved);
    return readSaved();
  }

  @Route(routes.site.changeSeveral)
  async changeSeveral(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @HostChurch() host: Church | null,
    @Body() body: unknown,
  ): Promise<Settings> {
    const { values, versions } = parse(routes.site.changeSeveral.body, body);
    return this.#saveAll(tx, actor, host, { values, versions, fields: 'values.' });
  }

  @Route(routes.site.changeLinks)
  async changeLinks(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @HostChurch() host: Church | null,
    @Body() body: unknown,
  ): Promise<Settings> {
    const { versions, ...links } = parse(routes.site.changeLinks.body, body);
    return this.#saveAll(tx, actor, host, { values: links, versions, fields: '' });
  }

  /** Saves all values, or none, and returns what is saved then. */
  async #saveAll(
    tx: Tx,
    actor: ChurchActor,
    host: Church | null,
    { values, versions = {}, fields }: SeveralSettings,
  ): Promise<Settings> {
    const changes = settingKeys.flatMap((key) => {
      const value = values[key];
      if (value === undefined) return [];
      return [{ key, value, seenVersion: versions[key] ?? null, field: `${fields}${key}` }];
    });
    const readSaved = () => this.#readAll(tx, host);
    await this.changes.save(tx, actor, changes, readSaved);
    return readSaved();
  }

  async #readAll(tx: Tx, host: Church | null): Promise<Settings> {
    const stored = await readSettings(tx);
    const today = describeToday(stored.timeZone, new Date());
    return { ...stored, ...this.#facts(host), today };
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
