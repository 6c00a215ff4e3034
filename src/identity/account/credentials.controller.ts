import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { changePasswordRequest, forgotPasswordRequest, resetPasswordRequest, verifyEmailRequest } from '#libs/contracts';
import { CurrentActor, OwnTransaction, parse, Public, SignedIn, type Actor } from '#libs/http';
import { Credentials } from './credentials.js';
import { EmailChange } from './email-change.js';

/** Confirming an e-mail address; a forgotten password and a changed one. */
@Controller('api/auth')
@OwnTransaction()
export class CredentialsController {
  constructor(
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(EmailChange) private readonly emailChange: EmailChange,
  ) {}

  /** The link of either letter: to the address of a new account, or to a new address of an old one. */
  @Post('verify-email')
  @HttpCode(204)
  @Public()
  async verify(@CurrentActor() actor: Actor | undefined, @Body() body: unknown, @Req() request: FastifyRequest): Promise<void> {
    const { token, ...proof } = parse(verifyEmailRequest, body);
    if (await this.emailChange.isFor(token)) await this.emailChange.confirm(token, proof.password, actor, request.ip);
    else await this.credentials.verify(token, proof, request.ip, actor?.sessionId);
  }

  @Post('verify-email/send')
  @HttpCode(204)
  @SignedIn()
  async sendVerification(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<void> {
    await this.credentials.sendVerification(actor.accountId, request.ip);
    await this.emailChange.askAgain(actor, request.ip);
  }

  @Post('forgot-password')
  @HttpCode(204)
  @Public()
  async forgot(@Body() body: unknown, @Req() request: FastifyRequest): Promise<void> {
    await this.credentials.forgot(parse(forgotPasswordRequest, body).email, request.ip);
  }

  @Post('reset-password')
  @HttpCode(204)
  @Public()
  async reset(@Req() request: FastifyRequest, @Body() body: unknown): Promise<void> {
    const { token, password } = parse(resetPasswordRequest, body);
    await this.credentials.reset(token, password, request.ip);
  }

  @Post('password')
  @HttpCode(204)
  @SignedIn()
  async change(@CurrentActor() actor: Actor, @Req() request: FastifyRequest, @Body() body: unknown): Promise<void> {
    const { currentPassword, newPassword } = parse(changePasswordRequest, body);
    await this.credentials.change(actor.accountId, actor.sessionId, currentPassword, newPassword, request.ip);
  }
}
