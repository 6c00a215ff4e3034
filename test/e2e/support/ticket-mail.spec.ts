import { describe, expect, it } from '@jest/globals';
import { answerMark } from '#libs/mail';
import { startApp } from '../../support/app.js';
import {
  answered,
  app,
  as,
  email,
  newestEmailTo,
  open,
  say,
  withInboundMail,
} from '../../support/email/inbound-mail.js';
import { waitForEmail, queuedEmails } from '../../support/email/emails.js';

withInboundMail();

describe('an email about a ticket', () => {
  it('contains the whole message, and a different reply address for each reader', async () => {
    const { id, replyTo } = await answered();
    expect(await newestEmailTo('member')).toMatchObject({
      from: 'Grace Church',
      subject: `[Ticket #${id}] The projector`,
      paragraphs: ['support Person (support staff) wrote:', 'Is its lamp on?', 'Please look.'],
      thread: `ticket-${id}`,
    });
    expect(replyTo).toMatch(/^ticket-[\da-z]+-[\da-f]{20}@reply\.example\.org$/);
    const came = await waitForEmail(app, 'member@grace.test', `[Ticket #${id}] The projector`);
    expect(came.text).toContain(`${answerMark}\n\nDear member,`);
    expect(came.replyTo).toMatchObject([{ address: replyTo }]);
    expect(came.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    const allEmails = await queuedEmails(app.database);
    expect(new Set(allEmails.map((email) => email.replyTo)).size).toBe(2); // support has another
    await say(id, 'support', 'And?');
    expect((await newestEmailTo('member')).replyTo).toBe(replyTo);
  });

  it('contains the role of the author after the name', async () => {
    const named = (user: string, firstName: string, lastName: string) =>
      as(user).put('/api/auth/profile', { firstName, lastName });
    try {
      await named('member', 'Church Connect', 'Support');
      const id = await open();
      const line = async (to: string) => (await newestEmailTo(to)).paragraphs[0];
      expect(await line('support')).toBe(
        'A new ticket from Church Connect Support (member): “The projector”',
      );
      await say(id, 'admin', 'Hello.');
      expect(await line('member')).toBe('admin Person (administrator) wrote:');
      await say(id, 'admin', 'Look, @support Person', true);
      expect(await line('support')).toMatch(/^admin Person \(administrator\) has mentioned you/);
      await named('admin', 'Church Connect', 'Support');
      const external = await open('admin', { ticketType: 'external' });
      expect(await line('owner@platform.test')).toBe(
        'A new ticket from Church Connect Support (administrator, Grace Church): “The projector”',
      );
      await say(external, 'owner@platform.test', 'We are looking.');
      expect(await line('admin')).toBe('Church Connect Support (platform staff) wrote:');
    } finally {
      await named('member', 'member', 'Person');
      await named('admin', 'admin', 'Person');
    }
  });

  it('contains neither the text of an internal note nor a reply address', async () => {
    const { id } = await answered();
    await say(id, 'admin', 'He breaks everything, @support Person', true);
    const newestEmail = await newestEmailTo('support');
    expect(newestEmail).not.toHaveProperty('replyTo');
    expect(JSON.stringify(newestEmail)).not.toContain('breaks');
  });
});

describe('the program without INBOUND_MAIL_DOMAIN', () => {
  it('sends emails without reply addresses, and accepts no answers', async () => {
    const otherApp = await startApp();
    try {
      const church = await otherApp.church('grace');
      for (const role of ['support', 'member'] as const)
        await otherApp.person(church, { email: `${role}@grace.test`, role });
      await otherApp.as('member@grace.test').post('/api/support-tickets', {
        subject: 'The projector',
        description: 'It stays dark on Sundays.',
      });
      const [queuedEmail] = await queuedEmails(otherApp.database);
      expect(queuedEmail).not.toHaveProperty('replyTo');
      expect(queuedEmail!.notes).toEqual([
        'Please answer in the portal: replies to this address are not read.',
      ]);
      expect(
        (
          await otherApp.visitor.send('POST', '/api/mail/inbound', email('x@reply.example.org'), {
            authorization: 'Bearer undefined',
          })
        ).status,
      ).toBe(401);
    } finally {
      await otherApp.close();
    }
  });
});
