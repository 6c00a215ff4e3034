import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { Writable } from 'node:stream';
import type { Ticket, TicketMessage } from '#libs/contracts';
import type { Email } from '#libs/mail';
import { makeLogger } from '../../../src/ops/logger.js';
import { startApp, type Client, type TestApp } from '../app.js';
import { takeLine } from '../program/log.js';
import { queuedEmails } from './emails.js';

/** The secret of the mail server. */
export const secret = 'of whoever brings the emails';
export let app: TestApp;
let grace: string;
/** All lines of the program's log. */
export const log: { level: number; message?: string; why?: string }[] = [];
const logger = makeLogger(
  'debug',
  new Writable({
    write: (chunk, _encoding, done) => {
      for (const line of String(chunk).split('\n').filter(Boolean)) {
        const entry = JSON.parse(line) as (typeof log)[number];
        log.push(entry);
        if (entry.level >= 40) takeLine(line);
      }
      done();
    },
  }),
);

/**
 * Starts the application with a church that receives answers by email. Each test begins without
 * tickets.
 */
export function withInboundMail(): void {
  beforeAll(async () => {
    app = await startApp({
      logger,
      env: {
        BASE_URL: 'http://portal.example',
        INBOUND_MAIL_DOMAIN: 'reply.example.org',
        INBOUND_MAIL_SECRET: secret,
      },
    });
    grace = await app.church('grace', { name: 'Grace Church' });
    for (const role of ['admin', 'support', 'member'] as const)
      await app.person(grace, {
        email: `${role}@grace.test`,
        role,
        firstName: role,
        lastName: 'Person',
      });
    await app.person(grace, { email: 'other@grace.test' });
    await app.superAdmin('owner@platform.test');
  });
  afterAll(() => app.close());
  beforeEach(() =>
    app.database.asSuperuser(
      `delete from ticket; delete from external_ticket; delete from ticket_attachment; delete
         from ticket_reply; delete from inbound_email; delete from jobs.job where name = 'mail'`,
    ),
  );
}

/** Returns the client of a user; `member` means member@grace.test. */
export const as = (user: string): Client =>
  app.as(`${user}${user.includes('@') ? '' : '@grace.test'}`);

/** Opens a ticket. Returns its id. */
export const open = async (user = 'member', body: object = {}): Promise<string> =>
  (
    await as(user).post<Ticket>('/api/support-tickets', {
      subject: 'The projector',
      description: 'It stays dark on Sundays.',
      ...body,
    })
  ).body.id;
export const say = (id: string, user: string, message: string, isInternal = false) =>
  as(user).post<TicketMessage>(`/api/support-tickets/${id}/messages`, { message, isInternal });
export const read = async (id: string, user = 'support'): Promise<TicketMessage[]> =>
  (await as(user).get<TicketMessage[]>(`/api/support-tickets/${id}/messages`)).body;

/** Returns the newest email that was queued for a user. */
export const newestEmailTo = async (to: string): Promise<Email> =>
  (await queuedEmails(app.database, to.includes('@') ? to : `${to}@grace.test`)).at(-1)!;

let count = 0;
export interface EmailOptions {
  from?: string;
  subject?: string;
  text?: string;
  headers?: Record<string, string>;
  html?: string | null;
}

/** Composes an email of the member, with a unique Message-ID. */
export const email = (
  to: string,
  {
    from = 'Hannah <member@grace.test>',
    subject = 'Re: the projector',
    text = 'It is the lamp.',
    headers = {},
    html = null,
  }: EmailOptions = {},
): string =>
  [
    `From: ${from}`,
    `To: <${to}>`,
    `Subject: ${subject}`,
    `Message-ID: <${++count}@mail.example>`,
    'MIME-Version: 1.0',
    `Content-Type: ${html === null ? 'text/plain' : 'text/html'}; charset=utf-8`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    html ?? text,
  ].join('\r\n');

/** Composes an email of the member with the given content type and body. */
export const inboundEmailWithParts = (
  to: string,
  contentType: string,
  ...lines: string[]
): Buffer =>
  Buffer.from(
    [
      ...email(to).split('\r\n').slice(0, 4),
      'MIME-Version: 1.0',
      `Content-Type: ${contentType}`,
      '',
      ...lines,
      '',
    ].join('\r\n'),
    'latin1',
  );

/** Passes an email to the program, as the mail server does. */
export const deliverEmail = (raw: string | Uint8Array, authorization = `Bearer ${secret}`) =>
  app.visitor.send('POST', '/api/mail/inbound', raw, {
    'content-type': 'message/rfc822',
    authorization,
  });

/**
 * Passes an email to the program, and returns the line of the log about its refusal, if there is
 * one.
 */
export const refusalOf = async (raw: string | Uint8Array) => {
  log.length = 0;
  expect((await deliverEmail(raw)).status).toBe(202);
  return log.find(({ message }) => message === 'an incoming email was refused');
};

/** Opens a ticket that support staff answer, and returns it with the member's reply address. */
export const answered = async (): Promise<{ id: string; replyTo: string }> => {
  const id = await open();
  await say(id, 'support', 'Is its lamp on?\n\nPlease look.');
  return { id, replyTo: (await newestEmailTo('member')).replyTo! };
};
