import iconv from 'iconv-lite';
import {
  americanDate,
  isoTime,
  dollars,
  grouped,
  twelveHourTime,
  longDate,
  isoDate,
  daysAfter,
  plain,
  shortDate,
  localTime,
  type Draw,
  type Moment,
  type Zone,
} from './book.js';
import { csv, workbook, type EventKind, type Service } from './index.js';

const zones: Zone[] = ['America/New_York', 'America/Chicago', 'America/Los_Angeles'];

export const cashApp: Service = {
  source: 'cash-app',
  layouts: [
    {
      columns:
        'Transaction ID=id|Date=date|Transaction ' +
        'Type=type|Currency=currency|Amount=amount|Fee=fee|Net Amount=net|Asset ' +
        'Type=asset|Asset Price=price|Asset Amount=units|Status=status|Notes=note|Name of ' +
        'sender/receiver=name|Account=account',
      write: csv({ quoted: true }),
      isNewestFirst: true,
    },
    {
      columns:
        'Date=date|Transaction ID=id|Transaction ' +
        'Type=type|Currency=currency|Amount=amount|Fee=fee|Net Amount=net|Asset ' +
        'Type=asset|Asset Price=price|Asset Amount=units|Status=status|Notes=note|Name of ' +
        'sender/receiver=name|Account=account',
      write: csv({ lineEnd: '\r\n' }),
      isNewestFirst: true,
    },
    {
      columns:
        'Transaction ID=id|Date=date|Transaction Type=type|Amount=amount|Status=status|Name ' +
        'of sender/receiver=name|Notes=note',
      write: csv({ delimiter: ';', withByteOrderMark: true }),
    },
  ],
  eventKinds(book, variant) {
    const say =
      variant === 1
        ? {
            received: 'P2P',
            sent: 'P2P',
            card: 'Cash Card',
            out: 'Withdrawal',
            deposit: 'Deposits',
            boost: 'Cash Card',
            roundUp: 'Bitcoin Roundup',
          }
        : {
            received: 'Received P2P',
            sent: 'Sent P2P',
            card: 'Cash Card Debit',
            out: 'Cash Out',
            deposit: 'Cash In',
            boost: 'Boost Payment',
            roundUp: 'Bitcoin Boost',
          };
    const letter = ['E', 'C', 'P'][variant]!;
    const row = (
      moment: Moment,
      type: string,
      cents: number,
      status: string,
      more: Record<string, string> = {},
      fee = 0,
    ) => {
      const date = localTime(moment, zones[variant]);
      return {
        at: moment.at,
        cells: {
          id: `c${book.serial().toString(36)}x9`,
          date: `${isoDate(date)} ${isoTime(date)} ${letter}${moment.isSummer ? 'D' : 'S'}T`,
          type,
          currency: 'USD',
          amount: dollars(cents),
          fee: fee === 0 ? '$0' : dollars(-fee),
          net: dollars(cents - fee),
          status,
          account: 'Your Cash',
          ...more,
        },
      };
    };
    const received = ({ person, cents, when }: Draw, status: string) =>
      row(
        when,
        say.received,
        cents,
        status,
        { name: person.name, note: 'tithe 🙏' },
        Math.round(cents * 0.0275),
      );
    const standingGift = () => {
      const gift = book.draw();
      book.enter({ ...gift, fund: '' }, gift.cents);
      return [received(gift, book.random.of(['PAYMENT DEPOSITED', 'COMPLETE']))];
    };
    const uncollected =
      (...statuses: string[]) =>
      () => [received(book.draw(), book.random.of(statuses))];
    const other =
      (type: string, sign: 1 | -1, status: string, more: Record<string, string> = {}) =>
      () => {
        const { when, cents } = book.draw();
        return [row(when, type, sign * cents, status, more)];
      };
    const coin = { asset: 'BTC', price: '$42,000.00', units: '0.0001' };
    return [
      [30, standingGift],
      [2, uncollected('PAYMENT FAILED', 'PAYMENT CANCELED', 'PAYMENT DECLINED', 'PAYMENT EXPIRED')],
      [2, uncollected('PAYMENT REFUNDED')],
      [1, other(say.sent, -1, 'PAYMENT SENT', { name: 'Printer Co' })],
      [2, other(say.card, -1, 'CARD CHARGED', { note: 'Office Store' })],
      [1, other(say.card, 1, 'CARD REFUNDED', { note: 'Office Store' })],
      [1, other(say.card, -1, 'CARD DECLINED')],
      [1, other(say.boost, 1, 'COMPLETE', { note: 'Coffee' })],
      [1, other('Bitcoin Buy', -1, 'BITCOIN BOUGHT', coin)],
      [1, other('Bitcoin Sale', 1, 'BITCOIN SOLD', coin)],
      [1, other(say.roundUp, 1, 'COMPLETE', coin)],
      [1, other('Stock Buy', -1, 'STOCK BOUGHT')],
      [1, other('Stock Sell', 1, 'STOCK SOLD')],
      [2, other(say.out, -1, 'TRANSFER SENT')],
      [1, other(say.deposit, 1, 'TRANSFER RECEIVED')],
      [1, other('Refund', 1, 'COMPLETE', { name: 'Office Store' })],
      [1, other('Savings Internal Transfer', -1, 'COMPLETE')],
      [1, other('Dividend', 1, 'COMPLETE')],
    ];
  },
};

const address = 'Address=address|City=city|Postal Code=code|State/Province=state|Country=country';

/** "Núñez" as a program shows it that takes UTF-8 for the letters of old Macintoshes: "N√∫√±ez". */
const damaged = (text: string) => iconv.decode(Buffer.from(text), 'macintosh');

export const zeffy: Service = {
  source: 'zeffy',
  layouts: [
    {
      columns:
        `Payment Date (America/New_York)=date|Payment Time ` +
        `(America/New_York)=time|Total Amount=amount|Payment Status=status|Payout ` +
        `Date=payout|First Name=first|Last Name=last|Email=email|${address}|Tax Receipt ` +
        `#=receipt|Tax Receipt URL=url|Campaign Title=fund`,
      write: workbook('Payments', ['Total Amount']),
      fileName: 'payments.xlsx',
    },
    {
      columns:
        'Payment Date (America/New_York)=moment|First Name=first|Last ' +
        'Name=last|Email=email|Total Amount=amount|Refund Amount=back|Payment ' +
        'Status=status|Recurring Status=recurring|Campaign Title=fund|Details=details|Extra ' +
        'Donation=extra|Payout Date=payout|Tax Receipt #=receipt',
      write: csv(),
      isNewestFirst: true,
    },
    {
      columns:
        'Payment Date (America/Chicago)=date|Payment Time (America/Chicago)=time|Total ' +
        'Amount=dollars|Refund Amount=dollarsBack|Payment Status=status|First ' +
        'Name=damagedFirst|Last Name=damagedLast|Email=email|Payout Date=payout|Campaign ' +
        'Title=fund|Tax Receipt #=receipt',
      write: csv({ withByteOrderMark: true, lineEnd: '\r\n' }),
    },
  ],
  eventKinds(book, variant) {
    const row = ({ person, cents, fund, when }: Draw, status: string, back = 0) => {
      const date = localTime(when, variant === 2 ? 'America/Chicago' : 'America/New_York');
      return {
        at: when.at,
        cells: {
          date: variant === 0 ? isoDate(date) : americanDate(date),
          time: twelveHourTime(date),
          moment: `${shortDate(date)}, ${twelveHourTime(date)}`,
          amount: plain(cents),
          dollars: dollars(cents),
          back: back === 0 ? '' : plain(back),
          dollarsBack: back === 0 ? '' : dollars(back),
          status: variant === 1 ? status.toLowerCase() : status,
          payout: americanDate(localTime(daysAfter(when, 7))),
          first: person.first,
          last: person.last,
          damagedFirst: damaged(person.first),
          damagedLast: damaged(person.last),
          email: person.email,
          fund,
          receipt: /succeeded/i.test(status) ? String(1_000 + book.serial()) : '',
          url: 'https://receipts.test/1',
          address: '1 Main St',
          city: 'Town',
          code: '60601',
          state: 'IL',
          country: 'US',
          recurring: 'Monthly',
          details: '1x General',
          extra: '0.00',
        },
      };
    };
    const standingGift = () => [row(book.give(), 'Succeeded')];
    const uncollected =
      (...statuses: string[]) =>
      () => [row(book.draw(), book.random.of(statuses))];
    /** A partly refunded gift. The first variant has no column for partial refunds. */
    const partly = (status: string) => () => {
      const gift = book.draw();
      const refunded = variant === 0 ? 0 : book.part(gift.cents);
      book.enter(gift, gift.cents - refunded);
      return [row(gift, status, refunded)];
    };
    const refunded = () => {
      const gift = book.draw();
      return [row(gift, 'Refunded', gift.cents)];
    };
    const eventKinds: EventKind[] = [
      [30, standingGift],
      [2, uncollected('Failed')],
      [1, uncollected('Processing', 'Pending', 'Canceled')],
      [2, refunded],
      [2, partly('Succeeded')],
    ];
    return variant === 0 ? eventKinds : [...eventKinds, [1, partly('Partially refunded')]];
  },
};

export const givelify: Service = {
  source: 'givelify',
  layouts: [
    {
      columns:
        'Donor Name=name|Email=email|Gross Amount=amount|Fee=fee|Net ' +
        'Amount=net|Date=date|Envelope=fund|Donation ID=id',
      write: csv(),
    },
    {
      columns:
        'Donation Date=date|First Name=first|Last ' +
        'Name=last|Email=email|Envelope=fund|Amount=amount|Donation ID=id|Memo',
      write: csv({ quoted: true, lineEnd: '\r\n' }),
      isNewestFirst: true,
    },
    {
      columns:
        'Date=date|Donor Name=name|Envelope Name=fund|Gross Amount=amount|Net ' +
        'Amount=net|Donation ID=id',
      write: csv({ delimiter: ';', encoding: 'windows-1252' }),
    },
  ],
  eventKinds(book, variant) {
    const days = [americanDate, isoDate, longDate][variant]!;
    const money = [dollars, plain, grouped][variant]!;
    const row = ({ person, cents, fund, when }: Draw) => ({
      at: when.at,
      cells: {
        name: person.name,
        first: person.first,
        last: person.last,
        email: person.email,
        amount: money(cents),
        fee: money(Math.round(cents * 0.029) + 30),
        net: money(cents),
        date: days(localTime(when)),
        fund,
        id: `G${7_000_000 + book.serial()}`,
      },
    });
    const standingGift = () => [row(book.give())];
    const refunded = () => {
      const gift = book.draw({ cents: book.singular() });
      return [row(gift), row({ ...gift, cents: -gift.cents, when: daysAfter(gift.when, 2) })];
    };
    return [
      [30, standingGift],
      [1, refunded],
    ];
  },
};
