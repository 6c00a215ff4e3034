import { describe, expect, it } from '@jest/globals';
import type { Email } from '#libs/mail';
import {
  answered,
  app,
  as,
  deliverEmail,
  email,
  read,
  refusalOf,
  say,
  withInboundMail,
} from '../../support/email/inbound-mail.js';
import { queuedEmails } from '../../support/email/emails.js';

withInboundMail();

/** The levels of the log in pino. */
const info = 30;
const debug = 20;

const setPerson = (columns: string, email = 'member@grace.test') =>
  app.database.asSuperuser(`update app_user set ${columns} where email = '${email}'`);
const member = `role = 'member', is_suspended = false, is_approved = true,
  email_verified = true, removed_at = null`;
const noticesTo = async (email: string): Promise<Email[]> =>
  (await queuedEmails(app.database, email)).filter(({ subject }) => subject.includes('not added'));

interface Case {
  title: string;
  /** The work that is done before the email arrives. */
  given?: (ticket: { id: string; replyTo: string }) => Promise<unknown>;
  email: (replyTo: string) => string | Buffer;
  why: string;
  level: number;
  /** The reason in the notice to the sender, or null if no notice is sent. */
  told: RegExp | null;
}

const cases: Case[] = [
  {
    title: 'bytes that are no email',
    email: () => Buffer.from([0, 0, 0]),
    why: 'it was not sent to a reply address',
    level: debug,
    told: null,
  },
  {
    title: 'an email to another address',
    email: () => email('nobody@reply.example.org'),
    why: 'it was not sent to a reply address',
    level: debug,
    told: null,
  },
  {
    title: 'an email of somebody else',
    email: (to) => email(to, { from: 'Eve <eve@evil.test>' }),
    why: 'the sender is not the user to whom the reply address belongs',
    level: debug,
    told: null,
  },
  {
    title: 'an email from two senders',
    email: (to) => email(to, { from: 'member@grace.test, eve@evil.test' }),
    why: 'the sender is not the user to whom the reply address belongs',
    level: debug,
    told: null,
  },
  {
    title: 'an email of a person who was removed',
    given: () => setPerson('removed_at = now()'),
    email: (to) => email(to),
    why: 'the sender is not the user to whom the reply address belongs',
    level: debug,
    told: null,
  },
  {
    title: 'an email of a suspended person',
    given: () => setPerson('is_suspended = true'),
    email: (to) => email(to),
    why: 'the user may not open the portal',
    level: info,
    told: null,
  },
  {
    title: 'an email of a person who is not approved',
    given: () => setPerson('is_approved = false'),
    email: (to) => email(to),
    why: 'the user may not open the portal',
    level: info,
    told: null,
  },
  {
    title: 'an email of a person whose address is not confirmed',
    given: () => setPerson('email_verified = false'),
    email: (to) => email(to),
    why: 'the user may not open the portal',
    level: info,
    told: null,
  },
  {
    title: 'an automatic email',
    email: (to) => email(to, { headers: { 'Auto-Submitted': 'auto-replied' } }),
    why: 'it was sent automatically (auto-submitted)',
    level: info,
    told: null,
  },
  {
    title: 'an email that arrives again',
    given: async ({ replyTo }) => {
      repeated = email(replyTo);
      await deliverEmail(repeated);
    },
    email: () => repeated,
    why: 'it arrived before',
    level: info,
    told: null,
  },
  {
    title: 'an email that arrives again after too many others',
    given: async ({ replyTo }) => {
      repeated = email(replyTo);
      await deliverEmail(repeated);
      await app.database.asSuperuser('update ticket_reply set taken = 1000');
    },
    email: () => repeated,
    why: 'it arrived before',
    level: info,
    told: null,
  },
  {
    title: 'the twenty-first email within an hour',
    given: () => app.database.asSuperuser('update ticket_reply set taken = 20'),
    email: (to) => email(to),
    why: 'the user sent too many emails to the ticket within an hour',
    level: info,
    told: /more than 20 emails about this ticket within an hour\. Please wait/,
  },
  {
    title: 'an email without text',
    email: (to) => email(to, { text: ' \r\n ' }),
    why: 'it has no text and no attachment',
    level: info,
    told: /no new text and no attachment\. Please write/,
  },
  {
    title: 'an email that consists of quoted text',
    email: (to) =>
      email(to, { text: 'On Mon, Nov 23, 2026 Grace Church wrote:\r\n> Is its lamp on?' }),
    why: 'it has no text and no attachment',
    level: info,
    told: /no new text and no attachment\. Please write/,
  },
  {
    title: 'an email whose parts cannot be read',
    email: (to) =>
      email(to, { headers: { 'X-Parts': '1' } }).replace(
        /Content-Type: .*/,
        `Content-Type: multipart/mixed; boundary=cut`,
      ) + '\r\n--cut\r\n\r\nx'.repeat(1_200),
    why: 'it cannot be read',
    level: info,
    told: /could not read it\. Please send it again/,
  },
  {
    title: 'an answer to a ticket that was closed long ago',
    given: async ({ id }) => {
      await as('support').patch(`/api/support-tickets/${id}/resolve`);
      await app.database.asSuperuser(`update ticket set ended_at = now() - interval '31 days'`);
    },
    email: (to) => email(to),
    why: 'the ticket was closed more than 30 days ago',
    level: info,
    told: /closed more than 30 days ago\. Please open a new ticket/,
  },
  {
    title: 'an answer to a ticket that the person may no longer see',
    given: () =>
      app.database.asSuperuser(
        `update ticket set created_by = (select id from app_user where email = 'other@grace.test')`,
      ),
    email: (to) => email(to),
    why: 'the user may not see the ticket',
    level: info,
    told: /can no longer see this ticket\. Please open a new ticket/,
  },
  {
    title: 'an email of a person who has written too much today',
    given: ({ id }) =>
      app.database.asSuperuser(
        `insert into ticket_message (organization_id, ticket_id, n, id, message, created_by,
          created_at)
         select organization_id, id, n, gen_random_uuid(), 'x', created_by, now()
           from ticket, generate_series(100, 299) n where id = ${id}`,
      ),
    email: (to) => email(to),
    why: 'too-many',
    level: info,
    told: /You have written 200 messages today\. Please wait/,
  },
];
let repeated = '';

describe('an email that is refused', () => {
  it.each(cases)(
    'is logged with its reason, and causes a notice only if the sender can do something: $title',
    async ({ given, email, why, level, told }) => {
      const ticket = await answered();
      try {
        await given?.(ticket);
        const before = await noticesTo('member@grace.test');
        expect(await refusalOf(email(ticket.replyTo))).toMatchObject({ why, level });
        const notices = await noticesTo('member@grace.test');
        expect(before).toEqual([]);
        expect(notices).toHaveLength(told === null ? 0 : 1);
        if (told === null) return;
        expect(notices[0]).toMatchObject({
          from: 'Grace Church',
          subject: `[Ticket #${ticket.id}] Your email was not added`,
          greeting: 'Dear member,',
          paragraphs: [
            `Your email was not added to ticket #${ticket.id}.`,
            expect.stringMatching(told),
          ],
          thread: `ticket-${ticket.id}`,
        });
        expect(notices[0]).not.toHaveProperty('replyTo');
        expect(await noticesTo('eve@evil.test')).toEqual([]);
      } finally {
        await setPerson(member);
      }
    },
  );

  it('causes at most one notice a day to its sender, even for different reasons', async () => {
    const { replyTo } = await answered();
    const second = await answered();
    const refusedEmails = [
      email(replyTo, { text: ' ' }),
      email(replyTo, { text: ' ' }),
      email(second.replyTo, { text: '' }),
    ];
    await Promise.all(refusedEmails.map((raw) => deliverEmail(raw)));
    expect(await noticesTo('member@grace.test')).toHaveLength(1);
    await app.database.asSuperuser(`update inbound_email set at = now() - interval '25 hours'`);
    await deliverEmail(email(replyTo, { text: ' ' }));
    expect(await noticesTo('member@grace.test')).toHaveLength(2);
  });

  it('causes a notice from Church Connect to a super administrator', async () => {
    const id = (
      await as('admin').post<{ id: string }>('/api/support-tickets', {
        subject: 'The projector',
        description: 'It stays dark on Sundays.',
        ticketType: 'external',
      })
    ).body.id;
    const superAdmin = 'owner@platform.test';
    const { replyTo } = (await queuedEmails(app.database, superAdmin)).at(-1)!;
    await refusalOf(email(replyTo!, { from: superAdmin, text: '' }));
    expect(await noticesTo(superAdmin)).toMatchObject([
      { from: 'Church Connect', subject: `[Ticket #${id}] Your email was not added` },
    ]);
  });
});

describe('an email that is added to a ticket', () => {
  it.each([
    ['an answer from Exchange', { headers: { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' } }],
    ['an answer from Outlook', { headers: { 'X-Auto-Response-Suppress': 'All' } }],
    ['an answer of a person', { headers: { 'Auto-Submitted': 'no' } }],
    ['an address with a tag', { from: 'Hannah <member+church@grace.test>' }],
  ])('is distinguished from an automatic reply: %s', async (_title, options) => {
    const { id, replyTo } = await answered();
    expect(await refusalOf(email(replyTo, options))).toBeUndefined();
    expect((await read(id)).at(-1)).toMatchObject({ message: 'It is the lamp.', via: 'email' });
  });

  it('may come from the user’s address without its part from "+" to "@"', async () => {
    try {
      await setPerson(`email = 'member+portal@grace.test'`);
      const { id, replyTo } = await taggedTicket();
      expect(await refusalOf(email(replyTo))).toBeUndefined();
      expect((await read(id)).at(-1)).toMatchObject({ message: 'It is the lamp.' });
    } finally {
      await setPerson(`email = 'member@grace.test'`, 'member+portal@grace.test');
    }
  });
});

/** Creates a ticket of the member while the member's address is `member+portal@grace.test`. */
async function taggedTicket(): Promise<{ id: string; replyTo: string }> {
  const { body } = await as('member').post<{ id: string }>('/api/support-tickets', {
    subject: 'The projector',
    description: 'It stays dark on Sundays.',
  });
  await say(body.id, 'support', 'Is its lamp on?');
  const queued = await queuedEmails(app.database, 'member+portal@grace.test');
  return { id: body.id, replyTo: queued.at(-1)!.replyTo! };
}
