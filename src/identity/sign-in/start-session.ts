import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Factor, LoginResponse } from '#libs/contracts';
import { Database } from '#libs/database';
import { Config, sessionSecret } from '../../ops/config.js';
import { cookieName, cookieOptions } from '../sessions/cookie.js';
import { SecondFactor } from '../account/second-factor.js';
import { endSession, newSessionToken, openSession, sessionKey } from '../sessions/sessions.js';
import { SignIn, type SignedIn } from './sign-in.js';

/** Gives the session to whoever has shown who they are, by a password or by a provider. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(SecondFactor) private readonly factor: SecondFactor,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** In, or only as far as the second factor, which is given then; the caller has its code sent (`SecondFactor.challenge`). */
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

  /** In, or with a code on its way to them. */
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

  /** In: all that is asked of them is given. */
  async start(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): Promise<void> {
    await this.#openSession(request, reply, signedIn, false);
    await this.signIn.auditSignIn(signedIn);
  }

  /** A new id at every sign-in: one planted before is worth nothing after. */
  async #openSession(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
    awaitsFactor: boolean,
  ): Promise<void> {
    const token = newSessionToken();
    const secret = sessionSecret(this.config);
    const old = request.cookies[cookieName(this.config)];
    await this.db.platform(async (tx) => {
      if (old) await endSession(tx, sessionKey(secret, old));
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
