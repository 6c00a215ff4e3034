import path from 'node:path';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Jobs } from '#libs/jobs';
import { Mail, Mailer, Sms } from '#libs/mail';
import { type Config } from './config.js';
import { isLoopback } from './config-checks.js';

export const outboxOf = (config: Config) => path.resolve(config.DATA_DIR, 'outbox');

export const mailerOf = (config: Config) =>
  new Mailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM ?? 'no-reply@church-connect.invalid',
    outbox: outboxOf(config),
    requireTls: config.SMTP_URL !== undefined && !isLoopback(new URL(config.SMTP_URL).hostname),
  });

export function smsOf({
  TWILIO_ACCOUNT_SID: accountSid,
  TWILIO_AUTH_TOKEN: authToken,
  TWILIO_FROM: from,
  TWILIO_API_URL: apiUrl,
}: Config): Sms {
  return new Sms(accountSid && authToken && from ? { accountSid, authToken, from, apiUrl } : null);
}

/** Delivers emails as long as the application runs. */
@Injectable()
export class Mailing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.mail.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
  }
}
