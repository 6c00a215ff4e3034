import { afterAll, describe, expect, it } from '@jest/globals';
import { donation as donationSchema, type Donation } from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { findLedgerRow, readHistory } from '../../support/giving/donation-reads.js';

const { app, church, secretary, staff, hannah } = await startChurch();
afterAll(() => app.close());

const unknownId = '01a1fc63-f841-71e3-ad8c-fa6353f799cd';

describe('POST /api/admin/donations', () => {
  it('answers 201 with the donation, and ignores a recorder in the body', async () => {
    const { status, body } = await staff.post<Donation>('/api/admin/donations', {
      userId: hannah.id,
      amount: '1,234.50',
      paymentMethod: 'CashApp',
      date: '2025-12-31T23:30:00-11:00',
      campaign: '  Roof   repair ',
      notes: ' thank you ',
      transactionId: 'T1',
      isManualEntry: false,
      addedBy: hannah.id,
    });
    expect(status).toBe(201);
    expect(donationSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      userId: hannah.id,
      donorId: hannah.id,
      donorName: 'Hannah Brooks',
      donorKind: 'member',
      amount: '1234.50',
      date: '2025-12-31',
      campaign: 'Roof repair',
      fundraiserId: null,
      transactionId: 'T1',
      notes: 'thank you',
      paymentMethod: 'CashApp',
      addedBy: secretary.id,
      isManualEntry: true,
      organizationId: church,
      guestFirstName: null,
      guestLastName: null,
      guestEmail: null,
      guestPhone: null,
      importId: null,
      version: 1,
    });
    expect(await readHistory(staff, body.id)).toHaveLength(1);
  });

  it('uses Cash, General Fund and the present date of the church by default', async () => {
    const { body } = await staff.post<Donation>('/api/admin/donations', {
      userId: hannah.id,
      amount: 5,
    });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
      new Date(body.recordedAt),
    );
    expect(body).toMatchObject({
      amount: '5.00',
      paymentMethod: 'Cash',
      campaign: 'General Fund',
      date: today,
      notes: null,
      transactionId: null,
    });
  });

  it('refuses a donor who is not a member of the church', async () => {
    for (const userId of [undefined, null, '', 'hannah', 7, unknownId]) {
      const answer = await staff.post('/api/admin/donations', { userId, amount: '1.00' });
      expect(answer).toMatchObject({
        status: 400,
        body: { message: 'Member is required', code: 'invalid' },
      });
    }
    const guest = await giveAsGuest(staff, 'Not Member');
    expect(
      await staff.post('/api/admin/donations', { userId: guest.donorId, amount: '1.00' }),
    ).toMatchObject({ status: 400, body: { message: 'Member is required' } });
  });

  it('accepts each payment method and refuses other values; Cash is the default', async () => {
    expect((await give(staff, hannah.id)).paymentMethod).toBe('Cash');
    for (const paymentMethod of ['Cash', 'CashApp', 'Zeffy', 'Check', 'Card', 'Other'])
      expect((await give(staff, hannah.id, { paymentMethod })).paymentMethod).toBe(paymentMethod);
    for (const paymentMethod of ['cash', 'Bitcoin', '', 7]) {
      const answer = await staff.post('/api/admin/donations', {
        userId: hannah.id,
        amount: '1.00',
        paymentMethod,
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining('Must be Cash, CashApp, Zeffy, Check, Card, or Other'),
        },
      });
    }
  });
});

describe('POST /api/donations for a guest', () => {
  it('answers 201 with the donation', async () => {
    const { status, body } = await app.as('secretary@grace.test').post<Donation>('/api/donations', {
      guestFirstName: 'Margaret',
      guestLastName: 'Holloway',
      guestEmail: 'm@example.org',
      guestPhone: '555',
      amount: 100,
      paymentMethod: 'Check',
      date: '2025-05-05',
      isManualEntry: true,
      addedBy: 'me',
    });
    expect(status).toBe(201);
    expect(donationSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      userId: null,
      donorName: 'Margaret Holloway',
      donorKind: 'guest',
      guestFirstName: 'Margaret',
      guestLastName: 'Holloway',
      guestEmail: 'm@example.org',
      guestPhone: '555',
      amount: '100.00',
      paymentMethod: 'Check',
      addedBy: secretary.id,
      isManualEntry: true,
    });
  });

  it('accepts each payment method and refuses other values', async () => {
    for (const paymentMethod of ['Cash', 'Check', 'CashApp', 'Zeffy', 'Card', 'Other']) {
      expect((await giveAsGuest(staff, 'Six Methods', { paymentMethod })).paymentMethod).toBe(
        paymentMethod,
      );
    }
    expect(
      (
        await staff.post('/api/donations', {
          guestFirstName: 'A',
          guestLastName: 'B',
          amount: 1,
          paymentMethod: 'Cheque',
        })
      ).status,
    ).toBe(400);
  });

  it('requires names and an amount, with the message of the specification', async () => {
    const requiredFields = { guestFirstName: 'A', guestLastName: 'B', amount: '1.00' };
    for (const field of ['guestFirstName', 'guestLastName', 'amount']) {
      for (const value of [undefined, '', '  ', null]) {
        const answer = await staff.post('/api/donations', { ...requiredFields, [field]: value });
        expect({ field, value, answer }).toMatchObject({
          answer: {
            status: 400,
            body: { message: 'Please fill in first name, last name, and amount.' },
          },
        });
      }
    }
  });

  it('assigns all spellings of a name to one donor, who keeps the first spelling', async () => {
    const first = await giveAsGuest(staff, 'Zoë Äpfel');
    for (const [guestFirstName, guestLastName] of [
      ['ZOË', 'äpfel'],
      [' Zoë ', ' Äpfel'],
      ['Ｚoë', 'Äpfel'],
      ['Zoe\u0308', 'A\u0308pfel'],
    ]) {
      const { body } = await staff.post<Donation>('/api/donations', {
        guestFirstName,
        guestLastName,
        amount: '1.00',
        date: '2025-01-01',
      });
      expect(body).toMatchObject({ donorId: first.donorId, donorName: 'Zoë Äpfel' });
    }
    expect(await findLedgerRow(staff, first.donorId)).toMatchObject({
      total: '29.00',
      count: 5,
      kind: 'guest',
    });
  });

  it('creates a guest even if a member has the same name', async () => {
    const guest = await giveAsGuest(staff, 'Hannah Brooks');
    expect(guest.donorId).not.toBe(hannah.id);
    expect(guest.donorKind).toBe('guest');
  });
});
