import fs from 'node:fs/promises';
import path from 'node:path';
import type { Transporter } from 'nodemailer';
import { compose, type Email } from './email.js';

export interface MailerOptions {
  /** `smtp://` or `smtps://` with credentials; without it emails become files in `outbox` */
  smtpUrl?: string | undefined;
  /** the address that emails come from */
  from: string;
  /** folder for emails where there is no server */
  outbox: string;
  /** with `smtp://`, nothing is sent to a server that does not offer STARTTLS */
  requireTls?: boolean;
  /** in milliseconds: how long the server may take to accept a connection, to greet, and to answer */
  timeouts?: { connectionTimeout: number; greetingTimeout: number; socketTimeout: number };
}

const defaultTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Replies that concern the sender's sign-in (RFC 4954, section 6), which the operator can repair. */
const signInReplies = [530, 534, 535, 538];

/**
 * Whether a mail server has refused an email in a way that does not change when it is sent again: a reply of 500 to 599
 * to the addresses or the content (RFC 5321, section 4.2.1). Failures of the connection, of TLS and of the sign-in are
 * not permanent.
 */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutEmail && responseCode >= 500 && !signInReplies.includes(responseCode);
}

/** Sends emails through an SMTP server, or writes them as `.eml` files that any mail program opens. */
export class Mailer {
  #transport: Promise<Transporter> | undefined;

  constructor(private readonly options: MailerOptions) {}

  /**
   * @param id of the email, the same when it is sent again: mail programs show it once
   * @throws Error when the server does not take it
   */
  async deliver(email: Email, id: string): Promise<void> {
    const domain = this.options.from.split('@').at(-1)!;
    const { text, html } = compose(email);
    const message = {
      from: { name: email.from, address: this.options.from },
      to: { name: '', address: email.to },
      subject: email.subject,
      messageId: `<${id}@${domain}>`,
      ...(email.replyTo ? { replyTo: { name: email.from, address: email.replyTo } } : {}),
      ...(email.thread
        ? {
            references: [`<${email.thread}@${domain}>`],
            inReplyTo: `<${email.thread}@${domain}>`,
          }
        : {}),
      headers: {
        'Auto-Submitted': 'auto-generated',
        // Exchange reads this one: no out-of-office messages and no other automatic replies
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(email.unsubscribe
          ? {
              'List-Unsubscribe': `<${email.unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
      ...(email.listId
        ? { list: { id: { url: `${email.listId}.${domain}`, comment: email.from } } }
        : {}),
      text: withNetworkLineEnds(text),
      html: withNetworkLineEnds(html),
    };
    const sent = (await (await (this.#transport ??= open(this.options))).sendMail(message)) as {
      message?: Buffer;
    };
    if (this.options.smtpUrl !== undefined) return;
    const bytes = sent.message!;
    await fs.mkdir(this.options.outbox, { recursive: true, mode: 0o700 });
    await fs.writeFile(path.join(this.options.outbox, `${id}.eml`), bytes, { mode: 0o600 });
  }
}

/** With the first email: until then its code takes no memory. */
async function open({ smtpUrl, requireTls, timeouts }: MailerOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  if (smtpUrl === undefined)
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const options = {
    url: smtpUrl,
    requireTLS: requireTls === true && smtpUrl.startsWith('smtp:'),
    ...(timeouts ?? defaultTimeouts),
  };
  return createTransport(options);
}

/** Lines end with CR and LF in every part of an email (RFC 5322, section 2.3), also inside an encoded one. */
const withNetworkLineEnds = (text: string) => text.replace(/\r?\n/g, '\r\n');
