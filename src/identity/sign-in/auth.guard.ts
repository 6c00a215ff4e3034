import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { gateOf, isStaffWork, may, readRole, standingOf, type Action, type ChurchState } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { allowKey, forbidden, HttpError, publicKey, requestOf, signedInKey, unauthorized, type Actor } from '#libs/http';
import { Config } from '../../config.js';
import { churchOfHost } from '../../tenancy/index.js';
import { findSession, sessionKey, touchSession } from './sessions.js';
import { cookieName, sessionSecret } from './cookie.js';

/**
 * The one guard of every route: signed in (401), then the gates for pending and suspended people and the
 * permission table (403). A route that says nothing of who may enter lets nobody in.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(Config) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const meta = (key: symbol) => this.reflector.getAllAndOverride<unknown>(key, [context.getHandler(), context.getClass()]);
    const actor = await this.db.platform(async (tx) => {
      request.hostChurch = await churchOfHost(tx, request.hostname, this.config);
      if (!request.hostChurch && !isOwnHost(request.hostname, this.config)) request.refusal = 'unknown-host';
      return this.#actorOf(tx, request);
    });
    if (actor) request.actor = actor;
    if (meta(publicKey)) return true;
    if (!actor) throw unauthorized();
    if (meta(signedInKey)) return true;
    const gate = gateOf(actor);
    if (gate === 'pending') throw forbidden('Your account is awaiting approval.');
    if (gate === 'suspended') throw forbidden('Your account is suspended.');
    const action = meta(allowKey) as Action | undefined;
    if (!action || !may(actor, action)) throw forbidden();
    if (actor.standing?.state === 'read-only' && isStaffWork(action) && !safeMethods.includes(request.method)) {
      throw new HttpError(403, actor.standing.notice!, 'read-only');
    }
    return true;
  }

  /** Session, account and person in one transaction: the church is set once the session has named it. */
  async #actorOf(tx: Tx, request: FastifyRequest): Promise<Actor | null> {
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
    if (session.stale) await touchSession(tx, session.sid);
    if (session.organization_id) await tx.sql(`select set_config('app.org', $1, true)`, [session.organization_id]);
    const [row] = await tx.sql<ActorRow>(
      `select a.is_super_admin, a.made_by_operator, a.email as account_email,
              u.first_name, u.last_name, u.role, u.is_approved, u.is_suspended,
              o.subscription_status as "subscriptionStatus", o.is_paused as "isPaused", o.paused_reason as "pausedReason", o.trial_ends_at as "trialEndsAt",
              o.stripe_subscription_id is not null as "isByCard", coalesce(o.subscription_paused, false) as "isSubscriptionPaused"
         from account a left join organization o on o.id = $2 left join app_user u on u.organization_id = $2 and u.id = $3 and u.removed_at is null where a.id = $1`,
      [session.account_id, session.organization_id, session.user_id],
    );
    if (!row || (session.organization_id && !row.role)) return null;
    const isOwner = row.made_by_operator && this.config.OWNER_EMAIL?.toLowerCase() === row.account_email;
    return {
      accountId: session.account_id,
      id: session.user_id ?? session.account_id,
      organizationId: session.organization_id,
      sessionId: session.sid,
      name: [row.first_name, row.last_name].filter(Boolean).join(' '),
      role: isOwner ? 'admin' : readRole(row.role ?? 'member'),
      isApproved: row.is_approved ?? row.is_super_admin,
      isSuspended: row.is_suspended ?? false,
      isSuperAdmin: row.is_super_admin,
      standing: session.organization_id ? standingOf(row, new Date()) : null,
    };
  }
}

/** A token that we made, or that was made to look like it. */
const looksLikeOurs = /^[\w-]{43}$/;

/** Where the program is reached, besides by its churches' names. */
function isOwnHost(hostname: string, { PORTAL_HOST, BASE_URL }: Config): boolean {
  const host = hostname.toLowerCase();
  return /^[\d.]+$|^\[|^localhost$/.test(host) || host === PORTAL_HOST || (BASE_URL !== undefined && host === new URL(BASE_URL).hostname);
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

interface ActorRow extends ChurchState {
  is_super_admin: boolean;
  made_by_operator: boolean;
  account_email: string;
  first_name: string | null;
  last_name: string | null;
  role: string | null;
  is_approved: boolean | null;
  is_suspended: boolean | null;
}
