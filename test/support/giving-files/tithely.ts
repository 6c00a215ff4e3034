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

export const tithely: Service = {
  source: 'tithely',
  layouts: [
    {
      columns:
        'Email=email|Amount=amount|Transaction Date=date|Status=status|First Name=first|Last ' +
        'Name=last|Memo=memo|Fund=fund',
      write: csv(),
      leavesOut: ['status'],
    },
    {
      columns:
        'Transaction ID=id|First Name=first|Last Name=last|Email=email|Phone|Giving ' +
        'Fund=fund|Gross Amount=amount|Fee=fee|Net Amount=net|Payment ' +
        'Method=method|Status=status|Transaction Date=date',
      write: csv({ quoted: true, lineEnd: '\r\n' }),
      isNewestFirst: true,
      leavesOut: ['status'],
    },
    {
      columns:
        'individual_id=person|first_name=first|last_name=last|email=email|giving_date=date|' +
        'amount=amount|fund_name=fund|payment_method=method|batch_name=batch|notes=memo',
      write: csv({ delimiter: ';', withByteOrderMark: true }),
    },
  ],
  eventKinds(book, variant) {
    const written = [
      (date: Date) => isoDate(date),
      (date: Date) => `${longDate(date)} 11:55 PM`,
      americanDate,
    ][variant]!;
    const money = [plain, dollars, grouped][variant]!;
    const row = ({ person, cents, fund, when }: Draw, status: string) => ({
      at: when.at,
      cells: {
        id: `tly_${book.serial()}`,
        email: person.email,
        first: person.first,
        last: person.last,
        person: '8',
        amount: money(cents),
        fee: money(45),
        net: money(cents),
        date: written(localTime(when)),
        status,
        memo: '',
        fund,
        method: book.random.of(['card', 'bank', 'Visa']),
        batch: 'Online',
      },
    });
    const standingGift = () => [row(book.give(), 'succeeded')];
    const uncollected =
      (...statuses: string[]) =>
      () => [row(book.draw(), book.random.of(statuses))];
    const disputed = () => [row(book.doubt(book.draw()), 'disputed')];
    const refunded = () => {
      const gift = book.draw({ cents: book.singular() });
      return [
        row(gift, 'succeeded'),
        row({ ...gift, cents: -gift.cents, when: daysAfter(gift.when, 1) }, 'refunded'),
      ];
    };
    const hasStatus: EventKind[] = [
      [3, uncollected('pending', 'failed', 'canceled')],
      [2, uncollected('refunded')],
      [1, disputed],
    ];
    return [
      [30, standingGift],
      ...(variant === 1 ? [[2, refunded] as EventKind] : []),
      ...(variant === 2 ? [] : hasStatus),
    ];
  },
};
