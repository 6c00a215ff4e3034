import fs from 'node:fs/promises';
import path from 'node:path';
import type { Transporter } from 'nodemailer';
import { compose, type Letter } from './letter.js';

export interface MailerOptions {
  /** `smtp://` or `smtps://` with credentials; without it letters become files in `outbox` */
  smtpUrl?: string | undefined;
  /** the address that letters come from */
  from: string;
  /** folder for letters where there is no server */
  outbox: string;
}

/** Sends letters through an SMTP server, or writes them as `.eml` files that any mail program opens. */
export class Mailer {
  #transport: Promise<Transporter> | undefined;

  constructor(private readonly options: MailerOptions) {}

  /**
   * @param id of the letter, the same when it is sent again: mail programs show it once
   * @throws Error when the server does not take it
   */
  async deliver(letter: Letter, id: string): Promise<void> {
    const domain = this.options.from.split('@').at(-1)!;
    const message = {
      from: { name: letter.from, address: this.options.from },
      to: { name: '', address: letter.to },
      subject: letter.subject,
      messageId: `<${id}@${domain}>`,
      ...(letter.replyTo ? { replyTo: { name: letter.from, address: letter.replyTo } } : {}),
      ...(letter.thread
        ? {
            references: [`<${letter.thread}@${domain}>`],
            inReplyTo: `<${letter.thread}@${domain}>`,
          }
        : {}),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(letter.unsubscribe
          ? {
              'List-Unsubscribe': `<${letter.unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
      ...compose(letter),
    };
    const sent = (await (
      await (this.#transport ??= open(this.options.smtpUrl))
    ).sendMail(message)) as { message?: Buffer };
    if (this.options.smtpUrl !== undefined) return;
    const bytes = sent.message!;
    await fs.mkdir(this.options.outbox, { recursive: true, mode: 0o700 });
    await fs.writeFile(path.join(this.options.outbox, `${id}.eml`), bytes, { mode: 0o600 });
  }
}

/** With the first letter: until then its code takes no memory. */
async function open(smtpUrl: string | undefined): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  return smtpUrl === undefined
    ? createTransport({ streamTransport: true, buffer: true })
    : createTransport(smtpUrl, limits as object);
}
