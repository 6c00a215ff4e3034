import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type DeviceSession,
  type FactorSetUp,
  type RecoveryCodes,
  type Security,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, notFound, OwnTransaction, parse, type Actor, Route } from '#libs/http';
import { Config } from '../../ops/config.js';
import { cookieName, cookieOptions } from '../sessions/cookie.js';
import { Credentials } from './credentials.js';
import { SecondFactor } from './second-factor.js';
import { endAllSessions, endSessionOf, listSessions } from '../sessions/sessions.js';
import { readPhone } from './accounts.sql.js';

/** The user's sessions and second factor. */
@Controller()
@OwnTransaction()
export class SecurityController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SecondFactor) private readonly factor: SecondFactor,
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Route(routes.security.sessions)
  sessions(@CurrentActor() actor: Actor): Promise<DeviceSession[]> {
    return this.db.platform((tx) => listSessions(tx, actor.accountId, actor.sessionId));
  }

  @Route(routes.security.end)
  async end(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    if (!(await this.db.platform((tx) => endSessionOf(tx, actor.accountId, id))))
      throw notFound('This device');
  }

  /** Ends all sessions of the account, including the current one ("Logout of All Devices"). */
  @Route(routes.security.endAll)
  async endAll(
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.db.platform((tx) => endAllSessions(tx, actor.accountId));
    void reply.clearCookie(cookieName(this.config), cookieOptions(this.config));
  }

  @Route(routes.security.security)
  security(@CurrentActor() actor: Actor): Promise<Security> {
    return this.factor.readSecurity(actor.accountId);
  }

  @Route(routes.security.setUp)
  async setUp(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Body() body: unknown,
  ): Promise<FactorSetUp> {
    const { method, password } = parse(routes.security.setUp.body, body);
    await this.credentials.assertPassword(actor.accountId, password, request.ip, 'password');
    return this.factor.setUp(actor.accountId, method, await this.#phoneOf(actor), request.ip);
  }

  @Route(routes.security.confirm)
  async confirm(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Body() body: unknown,
  ): Promise<RecoveryCodes> {
    const { code } = parse(routes.security.confirm.body, body);
    const recoveryCodes = await this.factor.confirm(actor.accountId, code, request.ip);
    await this.factor.storeInChurches(actor.accountId, true);
    return { recoveryCodes };
  }

  @Route(routes.security.disable)
  async disable(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Body() body: unknown,
  ): Promise<Security> {
    await this.factor.assertPasswordOrCode(
      actor.accountId,
      parse(routes.security.disable.body, body),
      request.ip,
    );
    await this.factor.turnOff(actor.accountId);
    await this.factor.storeInChurches(actor.accountId, false);
    return this.factor.readSecurity(actor.accountId);
  }

  @Route(routes.security.recoveryCodes)
  async recoveryCodes(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Body() body: unknown,
  ): Promise<RecoveryCodes> {
    await this.factor.assertPasswordOrCode(
      actor.accountId,
      parse(routes.security.recoveryCodes.body, body),
      request.ip,
    );
    return { recoveryCodes: await this.factor.newRecoveryCodes(actor.accountId) };
  }

  /** Returns the phone number of the user's profile; undefined for an account without a church. */
  async #phoneOf({ organizationId, id }: Actor): Promise<string | null | undefined> {
    if (!organizationId) return undefined;
    const [row] = await this.db.tenant(organizationId, (tx) => readPhone(tx, { userId: id }));
    return row?.phone ?? null;
  }
}
