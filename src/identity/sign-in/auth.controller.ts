import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  readRole,
  type LoginResponse,
  type Registered,
  type User,
  type WaitingSignIn,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  CurrentActor,
  forbidden,
  HttpError,
  OwnTransaction,
  parse,
  unauthorized,
  type Actor,
  Route,
} from '#libs/http';
import { Config, sessionSecret } from '../../ops/config.js';
import { churchBySlug } from '../../tenancy/index.js';
import { cookieName, cookieOptions } from '../sessions/cookie.js';
import { Sessions } from './start-session.js';
import { toPlatformUser, toUser } from '../user-responses.js';
import { SecondFactor } from '../account/second-factor.js';
import { Registration } from './registration.js';
import { endSession, findSession, sessionKey, type SessionRow } from '../sessions/sessions.js';
import { SignIn, type SignedIn } from './sign-in.js';
import { AppUser } from '../user.entity.js';
import { readPlatformAccount } from './sign-in.sql.js';

/**
 * Signs users in and out, and registers them. The methods open their own transactions: signing in
 * may change the church, and failed attempts must stay counted when the request is refused.
 */
@Controller()
@OwnTransaction()
export class AuthController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(Registration) private readonly registration: Registration,
    @Inject(SecondFactor) private readonly factor: SecondFactor,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Route(routes.auth.login)
  async login(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ): Promise<LoginResponse> {
    const { email, password } = parse(routes.auth.login.body, body);
    const signedIn = await this.signIn.withPassword(
      email,
      password,
      request.ip,
      request.hostChurch?.id ?? null,
    );
    return this.sessions.startOrChallenge(request, reply, signedIn);
  }

  /**
   * Returns which second factor this browser's sign-in waits for, so that the page that asks for
   * the code can be reloaded. `method` is null if no sign-in waits.
   */
  @Route(routes.auth.waiting)
  async waiting(@Req() request: FastifyRequest): Promise<WaitingSignIn> {
    const session = await this.#waitingSession(request);
    return { method: session && (await this.factor.findFactor(session.accountId)) };
  }

  /** Completes a sign-in that `login` answered with `mfaRequired`, by a code or a recovery code. */
  @Route(routes.auth.loginWithCode)
  async loginWithCode(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ): Promise<{ user: User }> {
    const waitingSession = await this.#waiting(request);
    const { code } = parse(routes.auth.loginWithCode.body, body);
    await this.factor.assertCode(waitingSession.accountId, code, request.ip, waitingSession.sid);
    const person = {
      accountId: waitingSession.accountId,
      organizationId: waitingSession.organizationId,
      userId: waitingSession.userId,
    };
    const user = await this.#userById(person);
    await this.sessions.start(request, reply, { ...person, user });
    return { user };
  }

  /** Sends the code by SMS again. */
  @Route(routes.auth.sendCode)
  async sendCode(@Req() request: FastifyRequest): Promise<void> {
    await this.factor.sendCode((await this.#waiting(request)).accountId);
  }

  @Route(routes.auth.register)
  async register(@Req() request: FastifyRequest, @Body() body: unknown): Promise<Registered> {
    const input = parse(routes.auth.register.body, body);
    const church = await this.db.platform(
      async (tx) =>
        request.hostChurch ??
        (input.organizationSlug ? churchBySlug(tx, input.organizationSlug) : null),
    );
    if (!church)
      throw new HttpError(400, 'Please choose your church.', 'invalid', {
        issues: [{ path: 'organizationSlug', message: 'Please choose your church.' }],
      });
    return this.registration.register(input, church.id, request.ip);
  }

  /** Browsers navigate to this route. Links and images of other sites cannot sign a user out. */
  @Route(routes.auth.logout)
  async logout(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'none' && site !== 'same-origin')
      throw forbidden('Please sign out from within the portal.');
    const token = request.cookies[cookieName(this.config)];
    if (token)
      await this.db.platform((tx) => endSession(tx, sessionKey(sessionSecret(this.config), token)));
    void reply.clearCookie(cookieName(this.config), cookieOptions(this.config)).redirect('/', 302);
  }

  @Route(routes.auth.me)
  me(@CurrentActor() actor: Actor): Promise<User> {
    return this.#userOf(actor);
  }

  /** The button "Refresh Data" requests this route. */
  @Route(routes.auth.refresh)
  refresh(@CurrentActor() actor: Actor): Promise<User> {
    return this.#userOf(actor);
  }

  async #userOf({ accountId, organizationId, id, role, isSuperAdmin }: Actor): Promise<User> {
    const user = await this.#userById({ accountId, organizationId, userId: id });
    return organizationId ? { ...user, role: readRole(role), isSuperAdmin } : user;
  }

  #userById({ accountId, organizationId, userId }: Omit<SignedIn, 'user'>): Promise<User> {
    if (!organizationId || !userId) return this.db.platform((tx) => platformUser(tx, accountId));
    return this.db.tenant(organizationId, async (tx) =>
      toUser(await tx.em.findOneOrFail(AppUser, { organizationId, id: userId })),
    );
  }

  /**
   * Returns the session that waits for the second factor.
   * @throws HttpError 401 if there is none
   */
  async #waiting(request: FastifyRequest): Promise<SessionRow> {
    const session = await this.#waitingSession(request);
    if (!session) throw unauthorized('Please sign in with your password again.');
    return session;
  }

  async #waitingSession(request: FastifyRequest): Promise<SessionRow | null> {
    const token = request.cookies[cookieName(this.config)];
    return token
      ? this.db.platform((tx) =>
          findSession(tx, sessionKey(sessionSecret(this.config), token), true),
        )
      : null;
  }
}

async function platformUser(tx: Tx, accountId: string): Promise<User> {
  const [row] = await readPlatformAccount(tx, { id: accountId });
  return toPlatformUser(row!);
}
