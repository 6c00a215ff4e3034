import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { gateOf } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { auditOnce, countAuditEntries, type Refusal, Throttle } from '#libs/http';
import { Config, sessionSecret } from '../../ops/config.js';
import { cookieName } from '../sessions/cookie.js';
import { findSession, sessionKey } from '../sessions/sessions.js';
import { listMembershipsOfAccount } from '../members/members.sql.js';

/** of one person; with them the log says enough */
const maxCallsPerHour = 60;
/** that are being recorded; whoever tries more at a time is in the log already */
const maxConcurrent = 20;

/** Writes what was refused into the audit log of the church that it concerns, in transactions of its own: the request's is rolled back. */
@Injectable()
export class Refusals implements OnApplicationShutdown {
  readonly #log = new Logger('refusals');
  readonly #underway = new Map<string, Promise<void>>();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
    @Inject(Throttle) throttle: Throttle,
  ) {
    throttle.watch((subject, reason, seconds) => {
      if (/^(account|factor):/.test(subject)) this.recordCredentials(subject, reason, seconds);
    });
  }

  /**
   * A call that a signed-in person may not make: by its pattern, without ids and bodies. The same once a minute, and
   * so many of one person in an hour. Never throws: the answer does not depend on whether it could be recorded.
   */
  async recordCall(request: FastifyRequest, code: string): Promise<void> {
    try {
      const person = request.actor ?? (await this.#personOf(request));
      if (!person?.organizationId) return;
      const gate = request.actor && code === 'forbidden' ? gateOf(request.actor) : 'open';
      const details = {
        route: `${request.method} ${request.routeOptions.url ?? 'none'}`,
        code: gate === 'open' ? code : gate,
      };
      await this.db.separate(person.organizationId, async (tx) => {
        if ((await countCalls(tx, person.id)) < maxCallsPerHour)
          await auditOnce(tx, person.id, 'call-refused', details);
      });
    } catch (error) {
      this.#logError(error);
    }
  }

  /** A gift that an answer showed although it refused what was asked. Never throws. */
  async recordShownDonation({ actor }: FastifyRequest): Promise<void> {
    if (!actor?.organizationId) return;
    await this.db
      .separate(actor.organizationId, (tx) =>
        auditOnce(tx, actor.id, 'donations.read', { year: null }),
      )
      .catch((error: unknown) => this.#logError(error));
  }

  /**
   * A wrong password or code, or a try while one has to wait, in the log of every church of the account; of an unknown
   * email address nothing is kept. Done beside the answer, whose time would tell whether there is such an account.
   * @param subject as `Throttle` counts it: `account:…` or `factor:…` with the account's id or email address
   * @param seconds in which the same is recorded once
   */
  recordCredentials(subject: string, reason: Refusal, seconds = 60): void {
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

  async #record(account: string, reason: Refusal, seconds: number): Promise<void> {
    const find = listMembershipsOfAccount[account.includes('@') ? 'email' : 'id'];
    const places = await this.db.outside((tx) => find(tx, { value: account }));
    for (const { church, userId } of places)
      await this.db.separate(church, (tx) =>
        auditOnce(tx, null, 'credentials-refused', { userId, reason }, seconds),
      );
  }

  /** Whose session it is, where the call was refused before anybody asked. */
  async #personOf(request: FastifyRequest): Promise<{ id: string; organizationId: string } | null> {
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
