import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LinkAnswer, type LoginResponse } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { CurrentActor, OwnTransaction, parse, type Actor, Route } from '#libs/http';
import { Sessions } from './start-session.js';
import { SignIn } from './sign-in.js';
import { CredentialEmails } from '../account/credential-emails.js';
import { Credentials } from '../account/credentials.js';
import type { ConfirmedAccount } from '../account/credential-steps.js';
import { EmailChange } from '../account/email-change.js';

/** Confirms email addresses, and resets and changes passwords. */
@Controller()
@OwnTransaction()
export class CredentialsController {
  constructor(
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(CredentialEmails) private readonly emails: CredentialEmails,
    @Inject(EmailChange) private readonly emailChange: EmailChange,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(Sessions) private readonly sessions: Sessions,
  ) {}

  /**
   * Confirms the email address to which a link was sent: the address of a new account, the new
   * address of an existing account, or the address of a church's contact. The contact becomes an
   * admin and is signed in (200).
   */
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
    await this.emails.sendVerification(actor.accountId, request.ip);
    await this.emailChange.resendRequest(actor, request.ip);
  }

  /**
   * Checks a link before its page asks for a password. The check does not use up the link, because
   * mail programs open links, too. Answers 204, or 200 with the time of the newest email if a newer
   * one was sent.
   */
  @Route(routes.credentials.link)
  async link(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LinkAnswer | undefined> {
    const linkRequest = parse(routes.credentials.link.body, body);
    const newer = await this.credentials.assertLink(linkRequest.token, linkRequest.for, request.ip);
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
    const passwords = parse(routes.credentials.change.body, body);
    await this.credentials.change(actor, passwords, request.ip);
  }

  /**
   * Starts a session for a user who became an admin through the link, or asks for the second
   * factor. All other users have to sign in.
   */
  async #startAdminSession(
    request: FastifyRequest,
    reply: FastifyReply,
    account: ConfirmedAccount,
  ): Promise<LoginResponse | undefined> {
    const signedIn = await this.signIn.findAdminSignIn(account, request.hostChurch?.id ?? null);
    if (!signedIn) return undefined;
    void reply.status(200);
    return this.sessions.startOrChallenge(request, reply, signedIn);
  }
}
