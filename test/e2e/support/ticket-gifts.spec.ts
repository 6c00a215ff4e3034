import { describe, expect, it } from '@jest/globals';
import type { Gift, Ticket } from '#libs/contracts';
import { give } from '../../support/app.js';
import { queuedEmails } from '../../support/email/emails.js';
import {
  app,
  as,
  ticketPath,
  ids,
  superAdmin,
  say,
  withDesk,
  words,
} from '../../support/tickets.js';

withDesk();

describe('a question about a gift', () => {
  const ask = (donationId: string, user = 'member', fields: object = {}) =>
    as(user).post<Ticket>('/api/support-tickets', { ...words, donationId, ...fields });
  /** Returns an answer as JSON without times, because their digits could equal an amount. */
  const withoutTimes = (answer: object) =>
    JSON.stringify(answer, (key, value: unknown) => (key === 'when' ? undefined : value));

  it('must be about the user’s own gift', async () => {
    const ownGift = await give(as('admin'), ids.member!, { amount: 25 });
    expect((await ask(ownGift.id)).body).toMatchObject({ aboutGift: true });
    expect((await ask(ownGift.id, 'other')).status).toBe(404);
    expect((await ask(ownGift.id, 'admin')).status).toBe(404);
    expect((await ask('01a1fc63-f841-71e3-ad8c-fa6353f799cd')).status).toBe(404);
    expect((await ask(ownGift.id, 'member@hope.test')).status).toBe(404);
    expect((await ask(ownGift.id, 'admin', { ticketType: 'external' })).status).toBe(400);
  });

  it('shows the gift to its creator and to staff who record gifts, and is audited', async () => {
    const gift = await give(as('admin'), ids.member!, { amount: 25, date: '2025-03-02' });
    const { id } = (await ask(gift.id)).body;
    await as('secretary').patch(`/api/admin/donations/${gift.id}`, {
      amount: 52,
      reason: 'Typed the wrong way round',
    });
    const readGift = async (user: string) =>
      (await as(user).get<Gift>(ticketPath(id, '/donation'))).body;
    expect(await readGift('member')).toEqual({
      state: 'corrected',
      donationId: null,
      version: null,
      changes: [
        {
          what: 'recorded',
          when: expect.any(String),
          who: null,
          why: null,
          amount: '25.00',
          date: '2025-03-02',
          campaign: 'General Fund',
          paymentMethod: 'Cash',
          donorName: null,
        },
        {
          what: 'corrected',
          when: expect.any(String),
          who: null,
          why: null,
          amount: '52.00',
          date: '2025-03-02',
          campaign: 'General Fund',
          paymentMethod: 'Cash',
          donorName: null,
        },
      ],
    });
    expect(await readGift('secretary')).toMatchObject({
      donationId: gift.id,
      changes: [
        { donorName: 'Hannah Brooks' },
        { who: 'Sue Books', why: 'Typed the wrong way round' },
      ],
    });
    for (const user of ['support', 'other', 'pastor', superAdmin])
      expect((await as(user).get(ticketPath(id, '/donation'))).status).toBe(404);
    const audited = await app.database.asSuperuser<{ actor: string }>(
      `select actor_id as actor from audit_entry where action = 'ticket.donation'
         and details->>'id' = '${id}'`,
    );
    expect(audited.map(({ actor }) => actor).sort()).toEqual([ids.member, ids.secretary].sort());
    await as('admin').delete(`/api/admin/donations/${gift.id}`);
    expect(await readGift('member')).toMatchObject({ state: 'deleted' });
  });

  it('does not reveal the donor to whom the gift was assigned later', async () => {
    const gift = await give(as('admin'), ids.member!, { amount: 25 });
    const { id } = (await ask(gift.id)).body;
    await as('secretary').patch(`/api/admin/donations/${gift.id}`, {
      userId: ids.other,
      amount: 99,
    });
    const answer = await as('member').get<Gift>(ticketPath(id, '/donation'));
    expect(answer.body).toMatchObject({
      state: 'moved',
      changes: [
        { what: 'recorded', amount: '25.00' },
        { what: 'moved', amount: null, donorName: null },
      ],
    });
    expect(withoutTimes(answer.body)).not.toContain('99');
  });

  it('does not reveal the donor to whom the gift was assigned before', async () => {
    const gift = await give(as('admin'), ids.other!, { amount: 99 });
    await as('secretary').patch(`/api/admin/donations/${gift.id}`, {
      userId: ids.member,
      amount: 25,
    });
    const { id } = (await ask(gift.id)).body;
    const answer = await as('member').get<Gift>(ticketPath(id, '/donation'));
    expect(answer.body.changes).toMatchObject([{ what: 'corrected', amount: '25.00' }]);
    expect(withoutTimes(answer.body)).not.toContain('99');
  });

  it('stores only the id, and no email contains the amount', async () => {
    const gift = await give(as('admin'), ids.member!, { amount: 1234.56 });
    const { id } = (await ask(gift.id)).body;
    await say(id, 'secretary', 'I have corrected it.');
    const stored = await app.database.asSuperuser(
      `select t, (select json_agg(m) from ticket_message m) from ticket t`,
    );
    for (const text of [
      JSON.stringify(stored),
      JSON.stringify(await queuedEmails(app.database)),
      (await as('support').get(ticketPath(id))).text,
      (await as('support').get(ticketPath(id, '/messages'))).text,
    ])
      expect(text).not.toMatch(/1,234|1234\.|123456/); // An id may contain 1234.
  });
});
