import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { readRole, standingOf } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import type { Actor } from '#libs/http';
import { Config, ownHosts, sessionSecret } from '../../ops/config.js';
import { churchOfHost } from '../../tenancy/index.js';
import { cookieName } from '../sessions/cookie.js';
import { findSession, sessionKey, touchSession, type SessionRow } from '../sessions/sessions.js';
import { findLivingSessions } from '../sessions/sessions.sql.js';
import { enterChurch, readActors } from './sign-in.sql.js';

/** Finds the actors of requests and sessions, and the church of a request's host. */
@Injectable()
export class Actors {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Finds the actor of a request. Stores on the request the church of its host, the actor, and the
   * reason if its session was refused.
   * @param isVisit whether the request extends the session; background requests do not
   * @returns null if nobody is signed in
   */
  async identify(request: FastifyRequest, isVisit = true): Promise<Actor | null> {
    const { actor, session } = await this.db.platform(async (tx) => {
      // reads the session and the user from one snapshot, so that a concurrent change of the role
      // is seen completely or not at all
      tx.send('set transaction isolation level repeatable read');
      request.hostChurch = await churchOfHost(tx, request.hostname, this.config);
      if (!request.hostChurch && !isOwnHost(request.hostname, this.config))
        request.refusal = 'unknown-host';
      const session = await this.#sessionOf(tx, request);
      return { session, actor: session && (await this.#actorOf(tx, session)) };
    });
    if (actor && session?.stale && isVisit)
      await this.db.platform((tx) => touchSession(tx, session.sid));
    if (actor) request.actor = actor;
    return actor;
  }

  async #sessionOf(tx: Tx, request: FastifyRequest): Promise<SessionRow | null> {
    const token = request.cookies[cookieName(this.config)];
    if (!token) return null;
    const session = await findSession(tx, sessionKey(sessionSecret(this.config), token));
    if (!session) {
      request.refusal = tokenFormat.test(token) ? 'unknown-session' : 'forged-session';
      return null;
    }
    if (request.hostChurch && request.hostChurch.id !== session.organizationId) {
      request.refusal = 'foreign-session';
      return null;
    }
    return session;
  }

  /**
   * Returns the current actors of sessions by session id. The result leaves out sessions that have
   * ended, users who were removed, and users of churches that are not active.
   * @param church the church of all these sessions; null for sessions of the platform
   */
  async findBySession(
    church: string | null,
    sessions: readonly string[],
  ): Promise<Map<string, Actor>> {
    return this.db.platform(async (tx) => {
      tx.send('set transaction isolation level repeatable read');
      const rows = await findLivingSessions(tx, { sids: sessions, organizationId: church });
      return this.#actorsOf(tx, church, rows);
    });
  }

  async #actorOf(tx: Tx, session: SessionRow): Promise<Actor | null> {
    return (await this.#actorsOf(tx, session.organizationId, [session])).get(session.sid) ?? null;
  }

  async #actorsOf(
    tx: Tx,
    church: string | null,
    sessions: readonly SessionRow[],
  ): Promise<Map<string, Actor>> {
    // row-level security lets the transaction read the users of the session's church only
    if (church) await enterChurch(tx, { organizationId: church });
    const rows = await readActors(tx, {
      sids: sessions.map(({ sid }) => sid),
      accountIds: sessions.map(({ accountId }) => accountId),
      userIds: sessions.map(({ userId }) => userId),
      organizationId: church,
    });
    return new Map(
      rows
        .filter(({ role }) => church === null || role !== null)
        .map((row) => [row.sid, this.#actor(church, row)]),
    );
  }

  #actor(church: string | null, row: ActorRow): Actor {
    const isOwner =
      row.madeByOperator && this.config.OWNER_EMAIL?.toLowerCase() === row.accountEmail;
    return {
      accountId: row.accountId,
      id: row.userId ?? row.accountId,
      organizationId: church,
      sessionId: row.sid,
      name: [row.firstName, row.lastName].filter(Boolean).join(' '),
      role: isOwner ? 'admin' : readRole(row.role ?? 'member'),
      isApproved: row.isApproved ?? row.isSuperAdmin,
      isSuspended: row.isSuspended ?? false,
      isSuperAdmin: row.isSuperAdmin,
      standing: church ? standingOf(row, new Date()) : null,
    };
  }
}

/** The format of session tokens. A forged token can have it, too. */
const tokenFormat = /^[\w-]{43}$/;

/**
 * Whether a host name belongs to the installation but to no church: an IP address or an own host.
 */
function isOwnHost(hostname: string, config: Config): boolean {
  const host = hostname.toLowerCase();
  return /^[\d.]+$|^\[|^localhost$/.test(host) || ownHosts(config).includes(host);
}

type ActorRow = Awaited<ReturnType<typeof readActors>>[number];
