import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { readRole, standingOf, type ChurchState } from '#libs/contracts';
import { Database, prepared, type Tx } from '#libs/database';
import type { Actor } from '#libs/http';
import { Config, ownHosts, sessionSecret } from '../../ops/config.js';
import { churchOfHost, churchStatesSql } from '../../tenancy/index.js';
import { cookieName } from '../sessions/cookie.js';
import { findSession, sessionKey, touchSession, type SessionRow } from '../sessions/sessions.js';

/** Who a request comes from: the person of its session, and the church that its host names. */
@Injectable()
export class WhoAsks {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** Null for whoever is signed out. Notes on the request the church of its host, the person, and why a session was not taken. */
  async of(request: FastifyRequest, isVisit = true): Promise<Actor | null> {
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
    if (request.hostChurch && request.hostChurch.id !== session.organization_id) {
      request.refusal = 'foreign-session';
      return null;
    }
    return session;
  }

  /** People of sessions as they are now, by the session; whoever is signed out, or gone, is not among them. @param church of all of them; null: the platform's */
  async now(church: string | null, sessions: readonly string[]): Promise<Map<string, Actor>> {
    const people = await this.db.platform(async (tx) => {
      tx.send('set transaction isolation level repeatable read');
      const rows = await tx.sql<SessionRow>(
        `select sid, account_id, organization_id, user_id, false as stale from session
          where sid = any($1) and organization_id is not distinct from $2 and expire > now() and expires_finally_at > now() and not awaits_factor`,
        [sessions, church],
      );
      return this.#actorsOf(tx, church, rows);
    });
    return people;
  }

  /** The church is set once the session has named it. */
  async #actorOf(tx: Tx, session: SessionRow): Promise<Actor | null> {
    return (await this.#actorsOf(tx, session.organization_id, [session])).get(session.sid) ?? null;
  }

  async #actorsOf(
    tx: Tx,
    church: string | null,
    sessions: readonly SessionRow[],
  ): Promise<Map<string, Actor>> {
    if (church) await tx.sql(`select set_config('app.org', $1, true)`, [church]);
    const rows = await tx.sql<ActorRow>(actorsSql, [
      sessions.map(({ sid }) => sid),
      sessions.map(({ account_id }) => account_id),
      sessions.map(({ user_id }) => user_id),
      church,
    ]);
    return new Map(
      rows
        .filter(({ role }) => church === null || role !== null)
        .map((row) => [row.sid, this.#actor(church, row)]),
    );
  }

  #actor(church: string | null, row: ActorRow): Actor {
    const isOwner =
      row.made_by_operator && this.config.OWNER_EMAIL?.toLowerCase() === row.account_email;
    return {
      accountId: row.account_id,
      id: row.user_id ?? row.account_id,
      organizationId: church,
      sessionId: row.sid,
      name: [row.first_name, row.last_name].filter(Boolean).join(' '),
      role: isOwner ? 'admin' : readRole(row.role ?? 'member'),
      isApproved: row.is_approved ?? row.is_super_admin,
      isSuspended: row.is_suspended ?? false,
      isSuperAdmin: row.is_super_admin,
      standing: church ? standingOf(row, new Date()) : null,
    };
  }
}

/** Each call asks it: to plan it took three times as long as to run it. */
const actorsSql = prepared(
  `select s.sid, s.account_id, s.user_id, a.is_super_admin, a.made_by_operator, a.email as account_email,
          u.first_name, u.last_name, u.role, u.is_approved, u.is_suspended,
          o."subscriptionStatus", o."isPaused", o."pausedReason", o."trialEndsAt", o."isByCard", o."isSubscriptionPaused"
     from unnest($1::text[], $2::uuid[], $3::uuid[]) s (sid, account_id, user_id) join account a on a.id = s.account_id
     left join (${churchStatesSql}) o on o.id = $4 left join app_user u on u.organization_id = $4 and u.id = s.user_id and u.removed_at is null`,
);

/** A token that we made, or that was made to look like it. */
const looksLikeOurs = /^[\w-]{43}$/;

/** Where the program is reached, besides by its churches' names. */
function isOwnHost(hostname: string, config: Config): boolean {
  const host = hostname.toLowerCase();
  return /^[\d.]+$|^\[|^localhost$/.test(host) || ownHosts(config).includes(host);
}

interface ActorRow extends ChurchState {
  sid: string;
  account_id: string;
  user_id: string | null;
  is_super_admin: boolean;
  made_by_operator: boolean;
  account_email: string;
  first_name: string | null;
  last_name: string | null;
  role: string | null;
  is_approved: boolean | null;
  is_suspended: boolean | null;
}
