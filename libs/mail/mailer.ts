import fs from 'node:fs/promises';
import path from 'node:path';
import type { Transporter } from 'nodemailer';
import { compose, type Email } from './email.js';

export interface MailerOptions {
  /** `smtp://` or `smtps://` with credentials; undefined: emails are written into `outbox` */
  smtpUrl?: string | undefined;
  /** the sender's address of every email */
  from: string;
  /** the folder for emails if there is no server */
  outbox: string;
  /** whether the mailer refuses an `smtp://` server that does not offer STARTTLS */
  requireTls?: boolean;
  /** how long the server may take to connect, to greet and to answer, in milliseconds */
  timeouts?: { connectionTimeout: number; greetingTimeout: number; socketTimeout: number };
}

const defaultTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Replies about the sender's sign-in (RFC 4954, section 6), which the operator can repair. */
const signInReplies = [530, 534, 535, 538];

/**
 * Returns whether a mail server would refuse an email again if it were sent again: its reply to the
 * addresses or to the content was 500 to 599 (RFC 5321, section 4.2.1). Failures of the connection,
 * of TLS and of the sign-in are not permanent.
 */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutEmail && responseCode >= 500 && !signInReplies.includes(responseCode);
}

/** Sends emails through an SMTP server, or writes them as `.eml` files for mail programs. */
export class Mailer {
  #transport: Promise<Transporter> | undefined;

  constructor(private readonly options: MailerOptions) {}

  /**
   * Sends an email, or writes it into the outbox.
   * @param id the id of the email. Use the same id to send it again: mail programs show it once.
   * @throws Error if the server does not accept the email
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
        // Keeps Exchange from sending automatic replies, such as out-of-office messages.
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
    const result = (await (await (this.#transport ??= open(this.options))).sendMail(message)) as {
      message?: Buffer;
    };
    if (this.options.smtpUrl !== undefined) return;
    const bytes = result.message!;
    await fs.mkdir(this.options.outbox, { recursive: true, mode: 0o700 });
    await fs.writeFile(path.join(this.options.outbox, `${id}.eml`), bytes, { mode: 0o600 });
  }
}

/** Opens the transport with the first email, so that nodemailer takes no memory until then. */
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

/** Ends lines with CR and LF, as every part of an email must, also if encoded (RFC 5322, 2.3). */
const withNetworkLineEnds = (text: string) => text.replace(/\r?\n/g, '\r\n');
