import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DonationImport, ImportGiver, ImportRow } from '#libs/contracts';
import { everyPage, startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, upload } from '../../../support/imports.js';

// A file with the structure of the sample that GiveWP publishes with its source: the same columns,
// statuses and currencies, test payments, and the same gifts in dollars. The people are invented,
// and so are the amounts of rows that are no gifts.

let test: TestApp;
let staff: Client;
beforeAll(async () => {
  test = await startApp();
  const church = await test.church('givewp');
  await test.person(church, { email: 'office@givewp.test', role: 'secretary' });
  staff = test.as('office@givewp.test');
});
afterAll(() => test.close());

const header =
  'Donation Form,Donation Amount,Donation Currencies,Donation Level,Donation Date,Donor First ' +
  'Name,Donor Last Name,Company Name,Donor Email,Test Mode,Donation Status,Payment ' +
  'Method,Notes,Address 1,Address 2,City, Zip Code,State,Country';
const year = new Date().getFullYear() - 1;
const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' });

interface Payment {
  amount: number;
  fund?: string;
  currency?: 'USD' | 'EUR';
  status?: string;
  isTest?: boolean;
  /** The number of the giver. A giver can have several payments. */
  giver?: number;
  time?: string;
}

const times = (count: number, payment: Payment): Payment[] =>
  Array.from({ length: count }, () => payment);

/** The completed gifts in dollars: 93 gifts of 93 givers, without tests. */
const gifts: Payment[] = (
  [
    [5, 9],
    [10, 21],
    [25, 17],
    [50, 13],
    [100, 12],
    [250, 7],
    ...[47, 89, 94, 144, 155, 163, 173, 176, 186, 191, 200, 202, 209, 226].map(
      (amount) => [amount, 1] as const,
    ),
  ] as const
).flatMap(([amount, count]) => times(count, { amount }));

/** Three further gifts of two of these givers. Two of them differ only in fund and time. */
const repeatedPayments: Payment[] = [
  { amount: 10, giver: 0, time: '10:11 AM' },
  { amount: 100, giver: 65, time: '11:41 AM', fund: 'Rainforest' },
  { amount: 10, giver: 65, time: '11:41 AM', fund: 'Outreach' },
];

const noGifts: Payment[] = [
  ...times(1, { amount: 100, status: 'Refunded' }),
  ...times(1, { amount: 25, status: 'Pending' }),
  ...times(3, { amount: 25, status: 'Cancelled' }),
  ...times(80, { amount: 50, isTest: true }),
  ...times(2, { amount: 50, isTest: true, status: 'Refunded' }),
  ...times(2, { amount: 10, isTest: true, status: 'Pending' }),
  ...times(1, { amount: 1_000, isTest: true, status: 'Refunded', currency: 'EUR' }),
  ...times(4, { amount: 25, isTest: true, status: 'Cancelled', currency: 'EUR' }),
  ...times(43, { amount: 250, isTest: true, currency: 'EUR' }),
  ...times(2, { amount: 25, status: 'Cancelled', currency: 'EUR' }),
  ...times(1, { amount: 225, status: 'Refunded', currency: 'EUR' }),
];
const inEuros = times(68, { amount: 100, currency: 'EUR' });

function toLine(payment: Payment, row: number): string {
  const { amount, fund = 'Missions', currency = 'USD', status = 'Completed' } = payment;
  const giver = payment.giver ?? row;
  const date = day.format(new Date(Date.UTC(year, 0, 1 + (giver % 300), 12)));
  const mode = payment.isTest ? 'TRUE' : 'FALSE';
  const method = ['Stripe', 'Offline', 'Paypal'][row % 3]!;
  const moment = `"${date} ${payment.time ?? '11:21 AM'}"`;
  const person = `Ada,Example${giver},,giver-${giver}@x.test`;
  return (
    `${fund},${amount},${currency},custom,${moment},${person},${mode},${status},${method},` +
    `,1 Main St,,Town,00000,Ohio,United States`
  );
}

it('the import of a GiveWP file records completed gifts in dollars, but no tests', async () => {
  const payments = [...gifts, ...repeatedPayments, ...noGifts, ...inEuros];
  const file = [header, ...payments.map(toLine), ''].join('\n');
  const { id } = (await upload(staff, file)).body;
  const importUrl = `/api/admin/donation-imports/${id}`;
  const read = (await staff.put<DonationImport>(`${importUrl}/mapping`, {})).body;
  expect(read).toMatchObject({ source: 'givewp', status: 'ready', counts: { total: 304 } });

  const givers = await everyPage<ImportGiver>(staff, `${importUrl}/givers?open=true&limit=100`);
  expect(givers.filter(({ rows }) => rows > 1)).toHaveLength(2);
  await staff.patch(`${importUrl}/givers`, {
    givers: givers.map(({ key }) => key),
    answer: 'guest',
  });
  const held = (await staff.get<ImportRow[]>(`${importUrl}/rows?state=held`)).body;
  expect(new Set(held.map(({ message }) => message?.replace(/^Row \d+: /, '')))).toEqual(
    new Set(['Is this a gift? (Currency: EUR)']),
  );
  const skipped = await staff.patch<DonationImport>(`${importUrl}/rows`, {
    state: 'held',
    action: 'setAside',
  });
  expect(skipped.body).toMatchObject({
    counts: { new: 96, held: 0, rejected: 0 },
    control: { recorded: '6655.00' },
  });
  await commit(staff, id);
  expect((await staff.get<object>(`/api/admin/donations/summary?year=${year}`)).body).toMatchObject(
    { amount: '6655.00', records: 96 },
  );
});
