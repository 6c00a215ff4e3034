import { Resolver } from 'node:dns/promises';
import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ChurchDomain } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, badRequest, conflict, HttpError } from '#libs/http';
import { Jobs, RetryLater } from '#libs/jobs';
import { deleteHosts, insertHost, selectDomain, storeDomain } from './churches.sql.js';
import { Config, ownHosts } from '../ops/config.js';

interface Row {
  domain: string | null;
  token: string | null;
  verified: boolean;
}

const recordName = (domain: string) => `_church-connect.${domain}`;
/** the domain of the portal host, under which every church already has a host */
const domainOf = (portalHost: string) => portalHost.slice(portalHost.indexOf('.') + 1);

/**
 * The custom domains of churches. A domain becomes a host of the church when its TXT record was
 * found, so that nobody can use a foreign domain. The record is looked up when an admin asks, and
 * in the background for about a day after the domain was entered.
 */
@Injectable()
export class Domains implements OnApplicationBootstrap {
  readonly #resolver = new Resolver({ timeout: 3_000, tries: 2 });

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Config) private readonly config: Config,
  ) {
    if (config.DNS_SERVER) this.#resolver.setServers([config.DNS_SERVER]);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('verify-domain', async (data) => {
      const { organizationId } = data as { organizationId: string };
      const { domain, isVerified } = await this.check(organizationId, null);
      if (domain && !isVerified) throw new RetryLater('The record is not there yet.');
    });
  }

  /** Starts to look up the DNS record of a church's domain in the background, after the commit. */
  verifyLater(tx: Tx, organizationId: string): Promise<void> {
    return this.jobs.send(tx, 'verify-domain', { organizationId });
  }

  async readDomain(tx: Tx, organizationId: string): Promise<ChurchDomain> {
    return this.#toResponse(await readRow(tx, organizationId));
  }

  /** Stores another custom domain. The earlier domain stops working at once. */
  async choose(
    tx: Tx,
    organizationId: string,
    actorId: string,
    domain: string,
  ): Promise<ChurchDomain> {
    assertForeignDomain(this.config, domain);
    const { domain: earlier } = await readRow(tx, organizationId);
    if (earlier !== domain) {
      await deleteHosts(tx, { organizationId });
      const token = randomBytes(16).toString('hex');
      await storeDomain(tx, { organizationId, domain, token });
      await audit(tx, actorId, 'domain-chosen', { domain });
      await this.verifyLater(tx, organizationId);
    }
    return this.readDomain(tx, organizationId);
  }

  /**
   * Looks up the DNS record, and makes the domain a host of the church if it is there.
   * @param actorId the user for the audit log; null for the background job
   * @throws HttpError 409 if the domain belongs to another church, 503 if DNS does not answer
   */
  async check(organizationId: string, actorId: string | null): Promise<ChurchDomain> {
    const row = await this.db.tenant(organizationId, (tx) => readRow(tx, organizationId));
    if (!row.domain || !row.token || row.verified) return this.#toResponse(row);
    const { domain, token } = row;
    const textRecords = await this.#readTextRecords(recordName(domain));
    if (!textRecords.includes(token)) return this.#toResponse(row);
    return this.db.tenant(organizationId, async (tx) => {
      const inserted = await insertHost.count(tx, { organizationId, domain, token });
      const row = await readRow(tx, organizationId);
      if (inserted === 0 && !row.verified)
        throw conflict('This domain leads to another church already.');
      if (inserted > 0) await audit(tx, actorId, 'domain-verified', { domain });
      return this.#toResponse(row);
    });
  }

  async #readTextRecords(name: string): Promise<string[]> {
    try {
      return (await this.#resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw new HttpError(
        503,
        'The domain name system does not answer at this moment. Please try again in a minute.',
        'dns-away',
      );
    }
  }

  #toResponse({ domain, token, verified }: Row): ChurchDomain {
    if (!domain || !token) return { domain: null, isVerified: false, records: [] };
    return {
      domain,
      isVerified: verified,
      records: [
        { type: 'CNAME', name: domain, value: this.config.PORTAL_HOST },
        { type: 'TXT', name: recordName(domain), value: token },
      ],
    };
  }
}

async function readRow(tx: Tx, organizationId: string): Promise<Row> {
  const [row] = await selectDomain(tx, { organizationId });
  return row ?? { domain: null, token: null, verified: false };
}

/**
 * Refuses a domain that belongs to the platform.
 * @throws HttpError 400 for a domain below the platform's own domain, and for the hosts where users
 *   sign in
 */
export function assertForeignDomain(config: Config, domain: string): void {
  const portalDomain = domainOf(config.PORTAL_HOST);
  if (
    domain === portalDomain ||
    domain.endsWith(`.${portalDomain}`) ||
    ownHosts(config).includes(domain)
  )
    throw badRequest('This domain is ours. Please enter your own.', [
      { path: 'customDomain', message: 'Please enter a valid domain name' },
    ]);
}
