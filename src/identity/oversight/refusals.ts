import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { portalAccessOf } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { auditOnce, countAuditEntries, type RefusedReason, RateLimiter } from '#libs/http';
import { Config, sessionSecret } from '../../ops/config.js';
import { cookieName } from '../sessions/cookie.js';
import { findSession, sessionKey } from '../sessions/sessions.js';
import { listMembershipsOfAccount } from '../members/members.sql.js';

/** refused calls of one user that are recorded in an hour */
const maxCallsPerHour = 60;
/** failed sign-ins that are recorded at the same time; further ones are not recorded */
const maxConcurrent = 20;

/**
 * Records refused requests and failed sign-ins in the audit log of the church that they concern. It
 * uses transactions of its own, because the transaction of the request is rolled back.
 */
@Injectable()
export class Refusals implements OnApplicationShutdown {
  readonly #log = new Logger('refusals');
  readonly #underway = new Map<string, Promise<void>>();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
    @Inject(RateLimiter) rateLimiter: RateLimiter,
  ) {
    rateLimiter.watch((subject, reason, seconds) => {
      if (/^(account|factor):/.test(subject)) this.recordCredentials(subject, reason, seconds);
    });
  }

  /**
   * Records a request that the signed-in user may not make, with the pattern of its route, without
   * ids and bodies. The same refusal is recorded once a minute, and a limited number per user and
   * hour. Never throws, because the answer must not depend on whether the refusal was recorded.
   */
  async recordCall(request: FastifyRequest, code: string): Promise<void> {
    try {
      const user = request.actor ?? (await this.#findSessionUser(request));
      if (!user?.organizationId) return;
      const gate = request.actor && code === 'forbidden' ? portalAccessOf(request.actor) : 'open';
      const details = {
        route: `${request.method} ${request.routeOptions.url ?? 'none'}`,
        code: gate === 'open' ? code : gate,
      };
      await this.db.separate(user.organizationId, async (tx) => {
        if ((await countCalls(tx, user.id)) < maxCallsPerHour)
          await auditOnce(tx, user.id, 'call-refused', details);
      });
    } catch (error) {
      this.#logError(error);
    }
  }

  /** Records that the answer to a refused request showed a donation. Never throws. */
  async recordShownDonation({ actor }: FastifyRequest): Promise<void> {
    if (!actor?.organizationId) return;
    await this.db
      .separate(actor.organizationId, (tx) =>
        auditOnce(tx, actor.id, 'donations.read', { year: null }),
      )
      .catch((error: unknown) => this.#logError(error));
  }

  /**
   * Records a wrong password or code, or an attempt while the rate limit applies, in the audit log
   * of each church of the account. Records nothing for an unknown email address. Does not delay the
   * answer, whose duration would reveal whether the account exists.
   * @param subject the key of `RateLimiter`: `account:…` or `factor:…` with the account's id or
   *   email address
   * @param seconds the time in which the same refusal is recorded once
   */
  recordCredentials(subject: string, reason: RefusedReason, seconds = 60): void {
    const key = `${reason} ${subject}`;
    if (this.#underway.has(key) || this.#underway.size >= maxConcurrent) return;
    const recorded = this.#record(subject.slice(subject.indexOf(':') + 1), reason, seconds);
    this.#underway.set(
      key,
      recorded
        .catch((error: unknown) => this.#logError(error))
        .finally(() => this.#underway.delete(key)),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.#underway.values());
  }

  async #record(account: string, reason: RefusedReason, seconds: number): Promise<void> {
    const find = listMembershipsOfAccount[account.includes('@') ? 'email' : 'id'];
    const memberships = await this.db.outside((tx) => find(tx, { value: account }));
    for (const { church, userId } of memberships)
      await this.db.separate(church, (tx) =>
        auditOnce(tx, null, 'credentials-refused', { userId, reason }, seconds),
      );
  }

  /**
   * Finds the user of a session, for a request that was refused before its actor was identified.
   */
  async #findSessionUser(
    request: FastifyRequest,
  ): Promise<{ id: string; organizationId: string } | null> {
    const token = request.server.parseCookie(request.headers.cookie ?? '')[cookieName(this.config)];
    const session = token
      ? await this.db.outside((tx) =>
          findSession(tx, sessionKey(sessionSecret(this.config), token)),
        )
      : null;
    return session?.organizationId && session.userId
      ? { id: session.userId, organizationId: session.organizationId }
      : null;
  }

  #logError(error: unknown): void {
    this.#log.error({ message: 'a refusal was not recorded', error });
  }
}

const countCalls = (tx: Tx, actorId: string): Promise<number> =>
  countAuditEntries(tx, { action: 'call-refused', hours: 1, actorId });
