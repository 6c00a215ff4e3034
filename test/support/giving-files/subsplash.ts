import {
  americanDate,
  dollars,
  grouped,
  isoDate,
  plain,
  shortDate,
  localTime,
  type Draw,
} from './book.js';
import { csv, type EventKind, type Service } from './index.js';

export const subsplash: Service = {
  source: 'subsplash',
  funds: ['Building/Classrooms', 'General', 'Missions', ''],
  layouts: [
    {
      columns:
        'Donor ID=donor|First name=first|Last name=last|fund=fund|Gross ' +
        'amount=amount|Payment method=method|Transaction date=date|Check ' +
        'number=check|status=status',
      write: csv(),
      leavesOut: ['status'],
    },
    {
      columns:
        'Transaction ID=id|Transaction date=date|Donor ID=donor|First name=first|Last ' +
        'name=last|Email=email|Fund=fund|Gross amount=amount|Refunded ' +
        'amount=back|Fee=fee|Net amount=net|Payment method=method|Status=status',
      write: csv({ quoted: true }),
      isNewestFirst: true,
      leavesOut: ['status'],
    },
    {
      columns:
        'Transaction date=date|Gross amount=amount|fund=fund|status=status|Donor ' +
        'ID=donor|Last name=last|First name=first|Payment method=method',
      write: csv({ delimiter: '\t', encoding: 'windows-1252', lineEnd: '\r\n' }),
      leavesOut: ['status'],
    },
  ],
  eventKinds(book, variant) {
    const days = [isoDate, americanDate, shortDate][variant]!;
    const money = [plain, dollars, grouped][variant]!;
    const row = ({ person, cents, fund, when }: Draw, status: string, back = 0) => {
      const method = book.random.of(['card', 'card', 'bank', 'check', 'cash']);
      return {
        at: when.at,
        cells: {
          id: `ss-${book.serial()}`,
          donor: `d${book.people.indexOf(person)}`,
          first: person.first,
          last: person.last,
          email: person.email,
          fund,
          amount: money(cents),
          back: money(back),
          fee: money(33),
          net: money(cents),
          method,
          date: days(localTime(when)),
          check: method === 'check' ? String(1_001) : '',
          status,
        },
      };
    };
    const standingGift = () => [row(book.give(), 'succeeded')];
    const uncollected =
      (...statuses: string[]) =>
      () => [row(book.draw(), book.random.of(statuses))];
    const disputed = () => [row(book.doubt(book.draw()), 'disputed')];
    const refunded = () => {
      const gift = book.draw();
      return [row(gift, 'refunded', gift.cents)];
    };
    const partly = () => {
      const gift = book.draw();
      const refunded = book.part(gift.cents);
      book.enter(gift, gift.cents - refunded);
      return [row(gift, 'partially_refunded', refunded)];
    };
    const eventKinds: EventKind[] = [
      [30, standingGift],
      [3, uncollected('failed', 'pending', 'canceled')],
      [2, refunded],
      [1, disputed],
    ];
    return variant === 1 ? [...eventKinds, [2, partly]] : eventKinds;
  },
};
