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

/** Who a request comes from: the person of its session, and the church that its host names. */
@Injectable()
export class Actors {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** Null for whoever is signed out. Notes on the request the church of its host, the person, and why a session was not taken. */
  async identify(request: FastifyRequest, isVisit = true): Promise<Actor | null> {
    const { actor, session } = await this.db.platform(async (tx) => {
      // session and person as they were at one moment: whoever is demoted meanwhile is the one or the other, and never half of each
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
      request.refusal = looksLikeOurs.test(token) ? 'unknown-session' : 'forged-session';
      return null;
    }
    if (request.hostChurch && request.hostChurch.id !== session.organizationId) {
      request.refusal = 'foreign-session';
      return null;
    }
    return session;
  }

  /** People of sessions as they are now, by the session; whoever is signed out, or gone, is not among them. @param church of all of them; null: the platform's */
  async findBySession(
    church: string | null,
    sessions: readonly string[],
  ): Promise<Map<string, Actor>> {
    const people = await this.db.platform(async (tx) => {
      tx.send('set transaction isolation level repeatable read');
      const rows = await findLivingSessions(tx, { sids: sessions, organizationId: church });
      return this.#actorsOf(tx, church, rows);
    });
    return people;
  }

  /** The church is set once the session has named it. */
  async #actorOf(tx: Tx, session: SessionRow): Promise<Actor | null> {
    return (await this.#actorsOf(tx, session.organizationId, [session])).get(session.sid) ?? null;
  }

  async #actorsOf(
    tx: Tx,
    church: string | null,
    sessions: readonly SessionRow[],
  ): Promise<Map<string, Actor>> {
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

/** A token that we made, or that was made to look like it. */
const looksLikeOurs = /^[\w-]{43}$/;

/** Where the program is reached, besides by its churches' names. */
function isOwnHost(hostname: string, config: Config): boolean {
  const host = hostname.toLowerCase();
  return /^[\d.]+$|^\[|^localhost$/.test(host) || ownHosts(config).includes(host);
}

type ActorRow = Awaited<ReturnType<typeof readActors>>[number];
