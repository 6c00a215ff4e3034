import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Factor, LoginResponse } from '#libs/contracts';
import { Database } from '#libs/database';
import { Config, sessionSecret } from '../../ops/config.js';
import { cookieName, cookieOptions } from '../sessions/cookie.js';
import { SecondFactor } from '../account/second-factor.js';
import { endSession, newSessionToken, openSession, sessionKey } from '../sessions/sessions.js';
import { SignIn, type SignedIn } from './sign-in.js';

/** Starts sessions of users who have signed in with a password or an OpenID Connect provider. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(SecondFactor) private readonly factor: SecondFactor,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Starts a session. If the account has a second factor, the session is limited until the factor
   * is verified, and the caller sends the code (`SecondFactor.sendCode`).
   * @returns the second factor that is required; null if the session has started
   */
  async startOrAwaitFactor(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
  ): Promise<Factor | null> {
    const method = await this.factor.findFactor(signedIn.accountId);
    if (method) await this.#openSession(request, reply, signedIn, true);
    else await this.start(request, reply, signedIn);
    return method;
  }

  /** Starts a session, or sends the code of the second factor if the account has one. */
  async startOrChallenge(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
  ): Promise<LoginResponse> {
    const method = await this.startOrAwaitFactor(request, reply, signedIn);
    if (!method) return { user: signedIn.user };
    await this.factor.sendCode(signedIn.accountId);
    return { mfaRequired: true, method };
  }

  /** Starts a session without asking for the second factor, and records it in the audit log. */
  async start(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): Promise<void> {
    await this.#openSession(request, reply, signedIn, false);
    await this.signIn.auditSignIn(signedIn);
  }

  /**
   * Creates a session with a new token and deletes the old session of the browser. A token that an
   * attacker placed in the browser before the sign-in (session fixation) is useless.
   */
  async #openSession(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
    awaitsFactor: boolean,
  ): Promise<void> {
    const token = newSessionToken();
    const secret = sessionSecret(this.config);
    const oldToken = request.cookies[cookieName(this.config)];
    await this.db.platform(async (tx) => {
      if (oldToken) await endSession(tx, sessionKey(secret, oldToken));
      await openSession(
        tx,
        sessionKey(secret, token),
        signedIn,
        request.headers['user-agent'],
        awaitsFactor,
      );
    });
    void reply.setCookie(cookieName(this.config), token, cookieOptions(this.config));
  }
}
