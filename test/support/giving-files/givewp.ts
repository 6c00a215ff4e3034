import {
  isoTime,
  grouped,
  longDate,
  isoDate,
  twelveHourTime,
  plain,
  localTime,
  type Draw,
} from './book.js';
import { csv, type Service } from './index.js';

export const givewp: Service = {
  source: 'givewp',
  layouts: [
    {
      columns:
        'Donation ID=id|Donation Number=id|First Name=first|Last Name=last|Email ' +
        'Address=email|Company Name|Donation Total=amount|Currency Code=currency|Currency ' +
        'Symbol=symbol|Donation Status=status|Payment Gateway=gateway|Payment Mode=mode|Form ' +
        'ID=form|Form Title=fund|Donation Date=date|Donation Time=time|Donor Comment',
      write: csv(),
      leavesOut: ['currency'],
    },
    {
      columns:
        'Donation Form=fund|Donation Amount=amount|Donation Currencies=currency|Donation ' +
        'Level=level|Donation Date=moment|Donor First Name=first|Donor Last ' +
        'Name=last|Company Name|Donor Email=email|Test Mode=test|Donation ' +
        'Status=status|Payment Method=method|Notes',
      write: csv({ quoted: true, lineEnd: '\r\n' }),
      leavesOut: ['currency'],
    },
    {
      columns:
        'Donation Number=id|Donation Total=amount|Donation Status=status|Payment ' +
        'Mode=mode|Payment Gateway=gateway|Form Title=fund|Donation Date=date|Email ' +
        'Address=email|Last Name=last|First Name=first|Currency Code=currency',
      write: csv({ delimiter: ';', withByteOrderMark: true }),
      isNewestFirst: true,
      leavesOut: ['currency'],
    },
  ],
  eventKinds(book, variant) {
    const days = [isoDate, isoDate, longDate][variant]!;
    const money = [grouped, plain, grouped][variant]!;
    const row = (
      { person, cents, fund, when }: Draw,
      more: { status?: string; isTest?: boolean; currency?: string } = {},
    ) => ({
      at: when.at,
      cells: {
        id: String(4_000 + book.serial()),
        first: person.first,
        last: person.last,
        email: person.email,
        amount: money(cents),
        currency: more.currency ?? 'USD',
        symbol: more.currency ? '€' : '$',
        status: more.status ?? 'Complete',
        gateway: book.random.of(['stripe', 'paypal-commerce', 'offline']),
        method: book.random.of(['Stripe', 'Paypal', 'Offline']),
        mode: more.isTest ? 'test' : 'live',
        test: more.isTest ? 'TRUE' : 'FALSE',
        form: '12',
        fund,
        level: 'custom',
        date: days(localTime(when)),
        moment: `${longDate(localTime(when))} ${twelveHourTime(localTime(when))}`,
        time: isoTime(localTime(when)).slice(0, 5),
      },
    });
    const standingGift = (status: string) => () => [row(book.give(), { status })];
    const uncollected =
      (...statuses: string[]) =>
      () => [row(book.draw(), { status: book.random.of(statuses) })];
    return [
      [30, standingGift('Complete')],
      [3, standingGift('Renewal')],
      [3, uncollected('Pending', 'Abandoned', 'Failed', 'Cancelled', 'Processing', 'Revoked')],
      [2, uncollected('Refunded')],
      [2, () => [row(book.draw(), { isTest: true })]],
      [1, () => [row(book.draw(), { currency: 'EUR' })]],
    ];
  },
};
