import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LinkAnswer, type LoginResponse } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { CurrentActor, OwnTransaction, parse, type Actor, Route } from '#libs/http';
import { Sessions } from './start-session.js';
import { SignIn } from './sign-in.js';
import { Credentials } from '../account/credentials.js';
import type { ConfirmedAccount } from '../account/credential-steps.js';
import { EmailChange } from '../account/email-change.js';

/** Confirming an email address; a forgotten password and a changed one. */
@Controller()
@OwnTransaction()
export class CredentialsController {
  constructor(
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(EmailChange) private readonly emailChange: EmailChange,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(Sessions) private readonly sessions: Sessions,
  ) {}

  /** The link of any such letter: to the address of a new account, to a new address of an old one, or to the contact of a new church, who is in by it (200). */
  @Route(routes.credentials.verify)
  async verify(
    @CurrentActor() actor: Actor | undefined,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginResponse | undefined> {
    const { token, ...proof } = parse(routes.credentials.verify.body, body);
    if (!(await this.emailChange.isEmailChangeLink(token)))
      return this.#startAdminSession(
        request,
        reply,
        await this.credentials.verify(token, proof, request.ip, actor?.sessionId),
      );
    await this.emailChange.confirm(token, proof.password, actor, request.ip);
    return undefined;
  }

  @Route(routes.credentials.sendVerification)
  async sendVerification(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.credentials.sendVerification(actor.accountId, request.ip);
    await this.emailChange.resendRequest(actor, request.ip);
  }

  /**
   * Whether a link is worth anything, before its page asks for a password. It stays as good as it was: mail programs look at
   * links, too. 204; 200 with the time of the newest email if a newer one was sent.
   */
  @Route(routes.credentials.link)
  async link(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LinkAnswer | undefined> {
    const asked = parse(routes.credentials.link.body, body);
    const newer = await this.credentials.assertLink(asked.token, asked.for, request.ip);
    if (newer === null) return undefined;
    reply.status(200);
    return { newerSentAt: newer.toISOString() };
  }

  @Route(routes.credentials.forgot)
  async forgot(@Body() body: unknown, @Req() request: FastifyRequest): Promise<void> {
    await this.credentials.forgot(parse(routes.credentials.forgot.body, body).email, request.ip);
  }

  @Route(routes.credentials.reset)
  async reset(
    @Req() request: FastifyRequest,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginResponse | undefined> {
    const { token, password } = parse(routes.credentials.reset.body, body);
    return this.#startAdminSession(
      request,
      reply,
      await this.credentials.reset(token, password, request.ip),
    );
  }

  @Route(routes.credentials.change)
  async change(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Body() body: unknown,
  ): Promise<void> {
    const { currentPassword, newPassword } = parse(routes.credentials.change.body, body);
    await this.credentials.change(
      actor.accountId,
      actor.sessionId,
      currentPassword,
      newPassword,
      request.ip,
    );
  }

  /** Whoever becomes a church's administrator by the link arrives there signed in, or owing the code of their second factor; everybody else signs in. */
  async #startAdminSession(
    request: FastifyRequest,
    reply: FastifyReply,
    proven: ConfirmedAccount,
  ): Promise<LoginResponse | undefined> {
    const place = await this.signIn.findAdminSignIn(proven, request.hostChurch?.id ?? null);
    if (!place) return undefined;
    void reply.status(200);
    return this.sessions.startOrChallenge(request, reply, place);
  }
}
