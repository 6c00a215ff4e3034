import {
  americanDate,
  dollars,
  grouped,
  longDate,
  isoDate,
  daysAfter,
  plain,
  localTime,
  type Draw,
} from './book.js';
import { csv, type EventKind, type Service } from './index.js';

export const pushpay: Service = {
  source: 'pushpay',
  layouts: [
    {
      columns:
        'Tax Deductible=yes|Payer ID=payer|First Name=first|Last Name=last|Mobile ' +
        'Number=phone|Fund Name=fund|Amount=amount|Payment Type=method|Received ' +
        'On=date|Payment Reference=id',
      write: csv(),
    },
    {
      columns:
        'Received On=date|Payment Reference=id|Payer ID=payer|First Name=first|Last ' +
        'Name=last|Email=email|Amount=amount|Payment Type=method|Status=status|Fund ' +
        'Name=fund|Memo',
      write: csv({ quoted: true, lineEnd: '\r\n' }),
      isNewestFirst: true,
    },
    {
      columns:
        'Payer Name=name|Payer ID=payer|Fund=fund|Amount=amount|Payment Type=method|Received ' +
        'On=date|Payment Reference=id',
      write: csv({ delimiter: ';', encoding: 'windows-1252' }),
    },
  ],
  eventKinds(book, variant) {
    const days = [americanDate, isoDate, longDate][variant]!;
    const money = [grouped, dollars, plain][variant]!;
    const row = ({ person, cents, fund, when }: Draw, method: string, status = 'Success') => ({
      at: when.at,
      cells: {
        yes: 'Yes',
        payer: String(500 + book.people.indexOf(person)),
        first: person.first,
        last: person.last,
        name: person.name,
        email: person.email,
        phone: `+1 312 555 01${10 + book.people.indexOf(person)}`,
        fund,
        amount: money(cents),
        method,
        date: days(localTime(when)),
        id: `PP${book.serial()}REF`,
        status,
      },
    });
    const standingGift =
      (...methods: string[]) =>
      () => {
        const gift = book.give();
        return [row(gift, book.random.of(methods))];
      };
    const uncollected =
      (...statuses: string[]) =>
      () => [row(book.draw(), 'Visa', book.random.of(statuses))];
    const refunded = () => {
      const gift = book.draw({ cents: book.singular() });
      return [
        row(gift, 'Visa'),
        row({ ...gift, cents: -gift.cents, when: daysAfter(gift.when, 1) }, 'Visa'),
      ];
    };
    const hasStatus: EventKind[] = [
      [3, uncollected('Failed', 'Processing')],
      [2, uncollected('Refunded')],
    ];
    return [
      [30, standingGift('Visa', 'MasterCard', 'Amex', 'Discover', 'ACH')],
      [5, standingGift('Cash', 'Check')],
      [2, refunded],
      ...(variant === 1 ? hasStatus : []),
    ];
  },
};
