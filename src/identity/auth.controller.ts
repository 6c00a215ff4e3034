import { Body, Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localPath, loginRequest, readRole, registerRequest, type User } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { CurrentActor, forbidden, HttpError, OwnTransaction, parse, Public, SignedIn as SignedInOnly, type Actor } from '#libs/http';
import { Config } from '../config.js';
import { churchBySlug } from '../tenancy/index.js';
import { cookieName, cookieOptions, sessionSecret } from './cookie.js';
import { toPlatformUser, toUser } from './people.js';
import { endSession, newSessionToken, openSession, sessionKey } from './sessions.js';
import { SignIn, type SignedIn } from './sign-in.js';
import { AppUser } from './user.entity.js';

/** Signing in and out leaves one church for another, and counts failures that must outlive the refusal: its own transactions. */
@Controller('api')
@OwnTransaction()
export class AuthController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** A browser navigation; `next` is where on this site to go afterwards. */
  @Get('login')
  @Public()
  goToSignIn(@Res() reply: FastifyReply, @Query('next') next?: unknown): void {
    const path = localPath(next);
    void reply.redirect(path ? `/sign-in?${new URLSearchParams({ next: path }).toString()}` : '/sign-in', 302);
  }

  @Post('login')
  @HttpCode(200)
  @Public()
  async login(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Body() body: unknown): Promise<{ user: User }> {
    const { email, password } = parse(loginRequest, body);
    try {
      const signedIn = await this.signIn.withPassword(email, password, request.ip, request.hostChurch?.id ?? null);
      await this.#open(request, reply, signedIn);
      return { user: signedIn.user };
    } catch (error) {
      if (error instanceof HttpError && error.code === 'throttled') void reply.header('retry-after', String(error.details.retryAfter));
      throw error;
    }
  }

  @Post('register')
  @Public()
  async register(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Body() body: unknown): Promise<User> {
    const input = parse(registerRequest, body);
    const church = await this.db.platform(async (tx) => request.hostChurch ?? (input.organizationSlug ? churchBySlug(tx, input.organizationSlug) : null));
    if (!church) throw new HttpError(400, 'Please choose your church.', 'invalid', { issues: [{ path: 'organizationSlug', message: 'Please choose your church.' }] });
    const signedIn = await this.signIn.register(input, church.id);
    await this.#open(request, reply, signedIn);
    return signedIn.user;
  }

  /** A browser navigation; a link or image on another site cannot sign anybody out. */
  @Get('logout')
  @Public()
  async logout(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'none' && site !== 'same-origin') throw forbidden('Please sign out from within the portal.');
    const token = request.cookies[cookieName(this.config)];
    if (token) await this.db.platform((tx) => endSession(tx, sessionKey(sessionSecret(this.config), token)));
    void reply.clearCookie(cookieName(this.config), cookieOptions(this.config)).redirect('/', 302);
  }

  @Get('auth/user')
  @SignedInOnly()
  me(@CurrentActor() actor: Actor): Promise<User> {
    return this.#userOf(actor);
  }

  /** Sent by "Refresh Data": the person as they are now. */
  @Post('auth/refresh')
  @HttpCode(200)
  @SignedInOnly()
  refresh(@CurrentActor() actor: Actor): Promise<User> {
    return this.#userOf(actor);
  }

  async #userOf(actor: Actor): Promise<User> {
    const { organizationId } = actor;
    if (!organizationId) return this.db.platform((tx) => platformUser(tx, actor.accountId));
    return this.db.tenant(organizationId, async (tx) => ({
      ...toUser(await tx.em.findOneOrFail(AppUser, { organizationId, id: actor.id })),
      role: readRole(actor.role),
      isSuperAdmin: actor.isSuperAdmin,
    }));
  }

  /** A new id at every sign-in: one planted before is worth nothing after. */
  async #open(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): Promise<void> {
    const token = newSessionToken();
    const secret = sessionSecret(this.config);
    const old = request.cookies[cookieName(this.config)];
    await this.db.platform(async (tx) => {
      if (old) await endSession(tx, sessionKey(secret, old));
      await openSession(tx, sessionKey(secret, token), signedIn, request.headers['user-agent']);
    });
    void reply.setCookie(cookieName(this.config), token, cookieOptions(this.config));
  }
}

async function platformUser(tx: Tx, accountId: string): Promise<User> {
  const [row] = await tx.sql<{ id: string; email: string; created_at: Date }>('select id, email, created_at from account where id = $1', [accountId]);
  return toPlatformUser(row!);
}
