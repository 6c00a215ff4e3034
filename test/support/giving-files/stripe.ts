import { isoDate, isoTime, daysAfter, localTime, plain, shortDate } from './book.js';
import type { Draw, Moment } from './book.js';
import { csv, type Service } from './index.js';

/**
 * How Stripe writes times (UTC): in today's dashboard, in the former one, and after Excel has saved
 * the file.
 */
const timeFormats = [
  (date: Date) => `${isoDate(date)} ${isoTime(date)}`,
  (date: Date) => `${isoDate(date)} ${isoTime(date).slice(0, 5)}`,
  (date: Date) => `${shortDate(date)} ${isoTime(date).slice(0, 5)}`,
];

export const stripePayments: Service = {
  source: 'stripe-payments',
  layouts: [
    {
      columns:
        'id=id|Created date (UTC)=date|Amount=amount|Amount ' +
        'Refunded=refunded|Currency=currency|Captured=captured|Converted ' +
        'Amount=converted|Converted Amount Refunded=convertedBack|Converted ' +
        'Currency=into|Decline Reason=decline|Description=description|Fee=fee|Refunded date ' +
        '(UTC)=backOn|Statement Descriptor=descriptor|Status=status|Seller ' +
        'Message=message|Taxes On Fee=zero|Card ID=card|Customer ID=customer|Customer ' +
        'Description=name|Customer Email=email|Invoice ID|Transfer=payout|fund ' +
        '(metadata)=fund',
      write: csv(),
      isNewestFirst: true,
    },
    {
      columns:
        'id=id|Description=description|Seller Message=message|Created ' +
        '(UTC)=date|Amount=amount|Amount Refunded=refunded|Currency=currency|Converted ' +
        'Amount=converted|Converted Amount Refunded=convertedBack|Fee=fee|Tax=zero|Converted ' +
        'Currency=into|Mode=mode|Status=status|Statement Descriptor=descriptor|Customer ' +
        'ID=customer|Customer Description|Customer Email=email|Captured=captured|Card ' +
        'ID=card|Card Last4|Card Brand|Card Funding|Card Name=name|Card Address ' +
        'Line1|Invoice ID|Payment Source Type=kind|Destination|Transfer=payout|Transfer ' +
        'Group|PaymentIntent ID|campaign (metadata)=fund',
      write: csv({ lineEnd: '\r\n' }),
      isNewestFirst: true,
    },
    // Only some columns, saved as "Unicode text". Without the column of converted amounts, the
    // value of foreign currencies is unknown.
    {
      columns:
        'Created date (UTC)=date|Customer Email=email|Amount=amount|Currency=currency|Amount ' +
        'Refunded=refunded|Status=status|Fee=fee|designation (metadata)=fund|id=id',
      leavesOut: ['currency'],
      write: csv({
        delimiter: '\t',
        encoding: 'utf16le',
        withByteOrderMark: true,
        lineEnd: '\r\n',
      }),
      fileName: 'payments.txt',
    },
  ],
  eventKinds(book, variant) {
    const row = ({ person, cents, fund, when }: Draw, more: Record<string, string>) => ({
      at: when.at,
      cells: {
        id: `ch_${book.serial()}`,
        date: timeFormats[variant]!(localTime(when, 'UTC')),
        amount: plain(cents),
        refunded: '0.00',
        currency: 'usd',
        captured: 'TRUE',
        converted: plain(cents),
        convertedBack: '0.00',
        into: 'usd',
        description: 'Gift',
        fee: plain(30 + Math.round(cents * 0.029)),
        descriptor: 'GRACE CHURCH',
        status: 'Paid',
        message: 'Payment complete.',
        zero: '0.00',
        card: 'card_1',
        mode: 'Live',
        kind: 'card',
        customer: `cus_${person.last.length}`,
        name: person.name,
        email: person.email,
        payout: 'po_1',
        fund,
        ...more,
      },
    });
    /** A charge that was refunded in part or completely. */
    const paid =
      (back: (cents: number) => number, status = 'Paid') =>
      () => {
        const gift = book.draw();
        const refunded = back(gift.cents);
        book.enter(gift, gift.cents - refunded);
        return [
          row(gift, {
            status,
            refunded: plain(refunded),
            convertedBack: plain(refunded),
            backOn:
              refunded > 0 ? timeFormats[variant]!(localTime(daysAfter(gift.when, 3), 'UTC')) : '',
          }),
        ];
      };
    const uncollected =
      (...statuses: string[]) =>
      () => [
        row(book.draw(), {
          status: book.random.of(statuses),
          captured: 'FALSE',
          converted: '',
          convertedBack: '',
          into: '',
          fee: '0.00',
          payout: '',
          decline: 'insufficient_funds',
          message: 'The bank declined.',
        }),
      ];
    /**
     * A charge in another currency, whose amount is two thirds of the amount in US dollars. Yen
     * have no cents.
     */
    const foreignCharge = (currency: string, back: (cents: number) => number) => () => {
      const gift = book.draw({ cents: 3_000 + 300 * book.random.below(100) });
      const convertedAmount = (cents: number) =>
        currency === 'jpy' ? String(cents) : plain(Math.round((cents * 2) / 3));
      const refunded = 3 * Math.floor(back(gift.cents) / 3);
      if (variant < 2) book.enter(gift, gift.cents - refunded);
      return [
        row(gift, {
          currency,
          amount: convertedAmount(gift.cents),
          refunded: convertedAmount(refunded),
          convertedBack: plain(refunded),
        }),
      ];
    };
    const all = (cents: number) => cents;
    const noRefund = () => 0;
    return [
      [30, paid(noRefund)],
      [3, paid(book.part)],
      [2, paid(all, 'Refunded')],
      [1, paid(all)],
      [3, uncollected('Failed')],
      [
        2,
        uncollected(
          'Canceled',
          'Blocked',
          'Incomplete',
          'Uncaptured',
          'Pending',
          'requires_payment_method',
        ),
      ],
      [1, foreignCharge('eur', noRefund)],
      [1, foreignCharge('gbp', book.part)],
      [1, foreignCharge('jpy', noRefund)],
    ];
  },
};

export const stripeBalance: Service = {
  source: 'stripe-balance',
  layouts: [
    {
      columns:
        'balance_transaction_id=id|created_utc=date|created=local|available_on_utc=available|' +
        'currency=currency|gross=gross|fee=fee|net=net|reporting_category=category|' +
        'source_id=object|description=description|customer_facing_amount=gross|' +
        'customer_facing_currency=currency|automatic_payout_id=payout|customer_id|' +
        'customer_email=email|customer_name=name|charge_id=charge|payment_intent_id|' +
        'payment_metadata[fund]=fund',
      write: csv({ quoted: true }),
      leavesOut: ['currency'],
    },
    {
      columns:
        'created_utc=date|reporting_category=category|charge_id=charge|customer_email=email|' +
        'gross=gross|net=net|fee=fee|currency=currency|description=description|' +
        'payment_metadata[fund]=fund|balance_transaction_id=id',
      write: csv({ delimiter: ';' }),
      isNewestFirst: true,
      leavesOut: ['currency'],
    },
    // The default columns, and the email address.
    {
      columns:
        'balance_transaction_id=id|created_utc=date|available_on_utc=available|' +
        'currency=currency|gross=gross|fee=fee|net=net|reporting_category=category|' +
        'description=description|customer_email=email',
      write: csv({ withByteOrderMark: true, lineEnd: '\r\n' }),
      leavesOut: ['currency'],
    },
  ],
  eventKinds(book, variant) {
    const written = timeFormats[variant]!;
    const hasCharge = variant < 2;
    const row = (
      moment: Moment,
      category: string,
      gross: number,
      fee: number,
      more: Record<string, string> = {},
    ) => ({
      at: moment.at,
      cells: {
        id: `txn_${book.serial()}`,
        date: written(localTime(moment, 'UTC')),
        local: written(localTime(moment, 'America/New_York')),
        available: `${isoDate(localTime(daysAfter(moment, 2), 'UTC'))} 00:00:00`,
        currency: 'usd',
        gross: plain(gross),
        fee: plain(fee),
        net: plain(gross - fee),
        category,
        object: `obj_${book.serial()}`,
        description: category,
        payout: 'po_1',
        ...more,
      },
    });
    const drawCharge = (cents: number | undefined, isNamed = true) => {
      const gift = book.draw(cents === undefined ? {} : { cents });
      const charge = `ch_${book.serial()}`;
      const original = {
        charge,
        ...(isNamed ? { email: gift.person.email, name: gift.person.name } : {}),
      };
      const fund = hasCharge ? gift.fund : '';
      const entry = book.enter({ ...gift, fund, person: isNamed ? gift.person : null }, gift.cents);
      return {
        ...gift,
        of: original,
        entry,
        row: row(gift.when, 'charge', gift.cents, 30 + Math.round(gift.cents * 0.029), {
          ...original,
          object: charge,
          fund,
        }),
      };
    };
    /**
     * A charge and its refund. The refund names the charge or, if the file lacks this column, it
     * has an amount that no other row has.
     */
    const refundOf = (category: string, fee: number, part: (cents: number) => number) => () => {
      const gift = drawCharge(hasCharge ? undefined : book.singular());
      const cents = hasCharge ? part(gift.cents) : gift.cents;
      gift.entry.cents -= cents;
      return [gift.row, row(daysAfter(gift.when, 2), category, -cents, fee, gift.of)];
    };
    const refundedTwice = () => {
      const gift = drawCharge(hasCharge ? 10_000 + book.serial() : book.singular());
      if (!hasCharge) return [gift.row];
      gift.entry.cents -= 5_000;
      return [
        gift.row,
        ...[1, 2].map((days) => row(daysAfter(gift.when, days), 'refund', -2_500, 0, gift.of)),
      ];
    };
    const other = (category: string, sign: 1 | -1) => () => {
      const { when, cents } = book.draw();
      return [row(when, category, sign * cents, 0)];
    };
    return [
      [30, () => [drawCharge(undefined).row]],
      [2, () => [drawCharge(undefined, false).row]],
      [2, refundOf('refund', 0, (cents) => cents)],
      [2, refundOf('refund', 0, book.part)],
      [1, refundedTwice],
      [1, refundOf('dispute', 1_500, (cents) => cents)],
      [1, refundOf('charge_failure', 0, (cents) => cents)],
      [3, other('payout', -1)],
      [1, other('payout_reversal', 1)],
      [1, other('fee', -1)],
      [1, other('topup', 1)],
      [1, other('transfer', -1)],
      [1, other('risk_reserved_funds', -1)],
      [1, other('climate_order_purchase', -1)],
      [1, other('financing_payout', 1)],
      [1, other('financing_paydown', -1)],
      [1, other('platform_earning', 1)],
      [1, other('issuing_transaction', -1)],
      [
        1,
        () => [
          row(book.moment(), 'charge', 5_000, 200, {
            currency: 'eur',
            object: `ch_${book.serial()}`,
          }),
        ],
      ],
    ];
  },
};
