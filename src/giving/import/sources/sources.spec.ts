import { describe, expect, it, test } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { createObserver, inspect, createReader, readRow, wordText } from '#libs/csv';
import { toDecimal } from '#libs/money';
import { columnsOf, findOtherReport, recognize, sourceById, sources } from './index.js';

const samples = path.resolve(import.meta.dirname, 'samples');
const sampleOf = (id: string) => fs.readFileSync(path.join(samples, `${id}.csv`), 'utf8');

/** Reads the sample of a source with its data. Returns each row as `textOf` describes it. */
function read(id: string): string[] {
  const source = sourceById(id)!;
  const { header, rows } = inspect(Buffer.from(sampleOf(id)), true);
  const columns = columnsOf(source, header);
  const defaults = source.method ? { paymentMethod: source.method } : {};
  const observer = createObserver(columns, { defaults }, source.words);
  for (const { cells } of rows) observer.see(cells);
  expect(
    observer.questions().flatMap(({ words = [] }) => words.filter(({ answer }) => answer === null)),
  ).toEqual([]);
  const reader = createReader(
    { columns, defaults, words: observer.words(), dateStyle: 'mdy', ...observer.styles() },
    source.negative,
  );
  return rows.map(({ cells }) => {
    const reading = readRow(cells, reader, {
      columns: header.length,
      template: false,
      anyGiver: source.nameless ?? false,
    });
    return textOf(reading);
  });
}

/** Returns a gift as `amount fund method`, or the reason why a row is no gift. */
function textOf({ says, draft, figures }: ReturnType<typeof readRow>): string {
  switch (says.is) {
    case 'gift':
      return `${toDecimal(draft!.amount)} ${draft!.campaign ?? '-'} ${draft!.paymentMethod}`;
    case 'refund':
      return `takes back ${toDecimal(-figures.amount!)}`;
    case 'not':
      return `Not a gift (${wordText(says.field, says.word)})`;
    case 'ask':
      return `Is this a gift? (${wordText(says.field, says.word)})`;
    case 'returned':
      return `All of $${toDecimal(figures.gross)} was refunded`;
    default:
      return says.is;
  }
}

test.each([
  [
    'stripe-payments',
    [
      '50.00 Missions Card',
      '60.00 - Card',
      'All of $25.00 was refunded',
      'Not a gift (Status: Failed)',
      '21.50 - Card',
      'Is this a gift? (Type: lost)',
    ],
  ],
  ['stripe-balance', ['50.00 - Card', 'takes back 20.00', 'Not a gift (Type: payout)']],
  [
    'paypal',
    [
      '50.00 - Other',
      'takes back 20.00',
      'Not a gift (Direction: Memo)',
      'Not a gift (Type: General Withdrawal)',
      'Not a gift (Money that left the account)',
      'Not a gift (Type: Payment Refund)',
    ],
  ],
  ['paypal-giving-fund', ['50.00 Facebook Other', '3.00 eBay for Charity Other']],
  [
    'cash-app',
    [
      '50.00 - CashApp',
      'Not a gift (Type: Cash Card Debit)',
      'Not a gift (Status: PAYMENT FAILED)',
      'Not a gift (Type: Cash Out)',
      'Not a gift (Type: Bitcoin Buy)',
      'Not a gift (Type: Refund)',
    ],
  ],
  ['zeffy', ['50.00 Missions Zeffy', 'Not a gift (Status: Failed)', '25.00 Roof Zeffy']],
  ['planning-center', ['60.00 General Card', '40.00 Missions Card', '20.00 General Check']],
  [
    'breeze',
    ['60.00 General Check', '40.00 Missions Check', '20.00 General Cash', 'takes back 20.00'],
  ],
  ['tithely', ['50.00 Tithe Card', 'Not a gift (Status: pending)']],
  ['pushpay', ['50.00 General Card', '20.00 Missions Other']],
  [
    'subsplash',
    ['50.00 Building/Classrooms Card', 'Not a gift (Status: failed)', 'All of $30.00 was refunded'],
  ],
  ['givelify', ['50.00 Tithe Card', '20.00 Missions Card']],
  [
    'givewp',
    [
      '50.00 Missions Card',
      'Not a gift (Test mode: TRUE)',
      'Is this a gift? (Currency: EUR)',
      'All of $20.00 was refunded',
      'Not a gift (Status: Pending)',
      '10.00 Roof Other',
    ],
  ],
])('the sample of %s is read correctly', (id, expected) => {
  expect(read(id)).toEqual(expected);
});

const headers = sources
  .map(
    ({ id }) =>
      [
        id,
        fs.existsSync(path.join(samples, `${id}.csv`))
          ? inspect(Buffer.from(sampleOf(id)), true).header
          : null,
      ] as const,
  )
  .filter((entry): entry is readonly [string, string[]] => entry[1] !== null);

describe('the recognition of sources', () => {
  it('has a sample of each source', () => {
    expect(headers.map(([id]) => id)).toEqual(
      sources.filter(({ id, isOwn }) => id !== 'ofx' && !isOwn).map(({ id }) => id),
    );
  });

  it('ignores the order and case of columns, blanks, and unknown columns', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...headers),
        fc.infiniteStream(fc.nat()),
        ([id, header], order) => {
          const shuffled = header
            .map((name) => ({ name, at: order.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ name }) => ` ${name.toUpperCase()} `);
          expect(recognize([...shuffled, 'Something else'])?.id).toBe(id);
        },
      ),
    );
  });

  it('works even if some columns are missing, because users choose the columns', () => {
    expect(recognize(['Date', 'Name', 'Type', 'Gross', 'Transaction ID'])?.id).toBe('paypal');
    expect(
      recognize(['id', 'Created (UTC)', 'Amount', 'Amount Refunded', 'Customer Email', 'Status'])
        ?.id,
    ).toBe('stripe-payments');
    expect(
      recognize([
        'Datum',
        'Uhrzeit',
        'Zeitzone',
        'Name',
        'Typ',
        'Status',
        'Währung',
        'Brutto',
        'Gebühr',
        'Netto',
        'Absender E-Mail-Adresse',
        'Transaktionscode',
      ])?.id,
    ).toBe('paypal');
    expect(
      recognize([
        'individual_id',
        'giving_date',
        'fund_name',
        'amount',
        'payment_method',
        'batch_name',
        'notes',
      ])?.id,
    ).toBe('tithely');
    expect(
      recognize(['Donation Number', 'Last Name', 'Donation Total', 'Form Title', 'Donation Date'])
        ?.id,
    ).toBe('givewp');
    expect(
      recognize(['Payment Date', 'Total Amount', 'Payment Status', 'Campaign Title'])?.id,
    ).toBe('zeffy');
  });

  it.each([
    [['Date', 'Description', 'Amount', 'Balance']],
    [['email', 'amount', 'paymentmethod', 'date', 'campaign', 'notes']],
    [['Name', 'Date', 'Amount', 'Fund', 'Method']],
    [['Posting Date', 'Details', 'Amount', 'Type', 'Check or Slip #']],
    [[]],
    [['__proto__', 'constructor', 'amount', 'date']],
  ])('does not confuse other files with those of a source: %j', (header) => {
    expect(recognize(header)).toBeNull();
  });

  it('finds each field of a source in a different column', () => {
    for (const [id, header] of headers) {
      const columns = Object.values(columnsOf(sourceById(id)!, header));
      expect(new Set(columns).size).toBe(columns.length);
    }
  });
});

describe('a report without gifts', () => {
  const payouts =
    'id,Amount,Created (UTC),Currency,Livemode,Arrival Date (UTC),Source Type,Destination,' +
    'Status,Type,Method,Description,Balance Transaction';

  it('is recognized by its columns if it contains the payouts of Stripe', () => {
    expect(findOtherReport(payouts.split(','))).toMatch(/payouts of Stripe to your bank/);
  });

  it('is not confused with the reports that contain gifts', () => {
    for (const [id, header] of headers) expect([id, findOtherReport(header)]).toEqual([id, null]);
  });
});

describe('the data of a source', () => {
  it.each(sources.map((source) => [source.id, source] as const))(
    'have names and words in the form in which they are looked up: %s',
    (_id, source) => {
      const keys = [
        ...source.signs.flatMap((sign) => sign.split(/[ |]/)),
        ...Object.values(source.columns).flatMap((names) => names.split(' ')),
      ];
      expect(keys.filter((key) => !/^[\p{Ll}\p{N}]+$/u.test(key))).toEqual([]);
      for (const table of Object.values(source.words ?? {}))
        expect(
          Object.keys(table).filter((word) => word !== word.toLowerCase() || word !== word.trim()),
        ).toEqual([]);
    },
  );
});
