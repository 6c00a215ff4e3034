import { describe, expect, it } from '@jest/globals';
import type { Ticket } from '#libs/contracts';
import {
  answered,
  app,
  as,
  deliverEmail,
  email,
  read,
  secret,
  withInboundMail,
} from '../../support/email/inbound-mail.js';
import { waitForEmail, queuedEmails } from '../../support/email/emails.js';

withInboundMail();

describe('an email to a reply address', () => {
  it('gets 401 without the secret, before its bytes are read', async () => {
    const { id, replyTo } = await answered();
    for (const authorization of ['', 'Bearer', 'Bearer of nobody', secret])
      expect((await deliverEmail(email(replyTo), authorization)).status).toBe(401);
    expect(
      (await deliverEmail(Buffer.alloc(2 * 1024 * 1024, 'x'), 'Bearer of nobody')).status,
    ).toBe(401);
    expect(await read(id)).toHaveLength(1);
  });

  it.each([
    ['empty lines', 'text/plain', '\n'],
    ['tags', 'text/html', '<div>'],
  ])('is not parsed if it is from a stranger: 24 MB of %s', async (_what, type, content) => {
    const longEmail = (text: string) =>
      `From: <stranger@example.org>\r\nTo: <nobody@reply.example.org>\r\nContent-Type: ` +
      `${type}\r\n\r\n${text.repeat((24 * 1024 * 1024) / text.length)}`;
    const takes = async (raw: string) => {
      const begun = performance.now();
      expect((await deliverEmail(raw)).status).toBe(202);
      return performance.now() - begun;
    };
    // If the email were parsed, its empty lines would take forty times as long as the same number
    // of bytes in one line.
    const inOneLine = (await takes(longEmail('x'))) + (await takes(longEmail('x')));
    expect(await takes(longEmail(content))).toBeLessThan(4 * inOneLine);
  });

  it.each<[string, Record<string, string>]>([
    ['an automatic answer', { 'Auto-Submitted': 'auto-replied' }],
    ['an automatic answer, with a comment', { 'Auto-Submitted': 'auto-generated; owner=x' }],
    ['a vacation notice of an old mail program', { Precedence: 'bulk' }],
    ['a mailing list', { 'List-Id': '<people.example.org>' }],
    ['a bounce', { 'Return-Path': '<>' }],
  ])('is not added to the ticket if it is automatic: %s', async (_what, headers) => {
    const { id, replyTo } = await answered();
    expect((await deliverEmail(email(replyTo, { headers }))).status).toBe(202);
    expect(await read(id)).toHaveLength(1);
  });

  it('is not added to the ticket if the program itself has sent it', async () => {
    const { id, replyTo } = await answered();
    const emailOfTicket = await waitForEmail(
      app,
      'member@grace.test',
      `[Ticket #${id}] The projector`,
    );
    await deliverEmail(
      email(replyTo, {
        text: emailOfTicket.text!,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }),
    );
    await deliverEmail(email(replyTo, { text: emailOfTicket.text! }));
    expect(await read(id)).toHaveLength(1);
  });

  it('is not added to the ticket if its reply address is forged, foreign or old', async () => {
    const { id, replyTo } = await answered();
    const ownReplyTo = (await queuedEmails(app.database, 'support@grace.test')).at(-1)!.replyTo!;
    const [, key, signature] = /^ticket-(\w+)-(\w+)@/.exec(replyTo)!;
    const wrongSignature = `${signature!.startsWith('0') ? '1' : '0'}${signature!.slice(1)}`;
    for (const to of [
      `ticket-${key}-${wrongSignature}@reply.example.org`,
      `ticket-${key}-${signature}@elsewhere.example`,
      `ticket-zzzzzzzzzzzzz-${signature}@reply.example.org`,
      `ticket-${id}@reply.example.org`,
      ownReplyTo,
      'nobody@reply.example.org',
    ]) {
      expect((await deliverEmail(email(to))).status).toBe(202);
    }
    for (const from of [
      'other@grace.test',
      'member@grace.test, other@grace.test',
      '"member@grace.test" <evil@example.org>',
      '',
      'evil@example.org\r\nFrom: member@grace.test',
      'member@grace.test\r\nFrom: evil@example.org',
    ])
      await deliverEmail(email(replyTo, { from }));
    expect(await read(id)).toHaveLength(1);
  });

  it('is not added to the ticket if the user may no longer see the ticket', async () => {
    const { id, replyTo } = await answered();
    const desk = (await queuedEmails(app.database, 'support@grace.test')).at(-1)!.replyTo!;
    const set = (sql: string, email: string) =>
      app.database.asSuperuser(`update app_user set ${sql} where email = '${email}@grace.test'`);
    try {
      await set(`role = 'member'`, 'support');
      await deliverEmail(email(desk, { from: 'support@grace.test' }));
      for (const [change, right] of [
        ['is_suspended = true', 'is_suspended = false'],
        ['email_verified = false', 'email_verified = true'],
        ['removed_at = now()', 'removed_at = null'],
        ['is_approved = false', 'is_approved = true'],
      ] as const) {
        await set(change, 'member');
        expect((await deliverEmail(email(replyTo))).status).toBe(202);
        await set(right, 'member');
      }
    } finally {
      await set(`role = 'support'`, 'support');
    }
    expect(await read(id)).toHaveLength(1);
  });

  it('is not added while the church is not active', async () => {
    const { id, replyTo } = await answered();
    const emailCount = (await queuedEmails(app.database)).length;
    await app.database.asSuperuser('update organization set is_active = false');
    try {
      expect((await deliverEmail(email(replyTo))).status).toBe(202);
    } finally {
      await app.database.asSuperuser('update organization set is_active = true');
    }
    expect(await read(id)).toHaveLength(1);
    expect(await queuedEmails(app.database)).toHaveLength(emailCount);
  });

  it('is not added if it is empty or invalid, or after twenty others in an hour', async () => {
    const { id, replyTo } = await answered();
    for (const raw of ['', 'x', '\0\0\0', email(replyTo, { text: '  \r\n ' })])
      expect((await deliverEmail(raw)).status).toBe(202);
    for (let n = 0; n < 22; n++) await deliverEmail(email(replyTo));
    expect((await read(id)).length).toBeLessThanOrEqual(21);
  });

  it('cannot become an internal note or open a ticket', async () => {
    const { id, replyTo } = await answered();
    await deliverEmail(
      email(replyTo, {
        text: 'isInternal: true\nstatus: closed',
        headers: { 'X-Internal': 'true' },
      }),
    );
    expect((await read(id)).at(-1)).toMatchObject({ isInternal: false });
    expect((await as('member').get<Ticket[]>('/api/support-tickets')).body).toHaveLength(1);
  });
});
