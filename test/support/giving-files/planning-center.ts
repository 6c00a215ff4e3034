import {
  americanDate,
  dollars,
  grouped,
  isoDate,
  daysAfter,
  plain,
  shortDate,
  localTime,
  type Draw,
} from './book.js';
import { csv, type Service } from './index.js';
import { divideGift } from './divide-gift.js';

export const planningCenter: Service = {
  source: 'planning-center',
  layouts: [
    {
      columns:
        'First Name=first|Last Name=last|Received Date=date|Amount=amount|Fund=fund|Payment ' +
        'Method=method|Memo=memo|Donation ID=id|Net=net|Fee=fee|Batch=batch',
      write: csv(),
    },
    {
      columns:
        'Donation ID=id|Received Date=date|Person ID=person|First Name=first|Last ' +
        'Name=last|Email=email|Fund=fund|Amount=amount|Payment Method=method|Check ' +
        'Number=check|Batch=batch',
      write: csv({ quoted: true, lineEnd: '\r\n' }),
      isNewestFirst: true,
    },
    {
      columns:
        'Batch=batch|Received Date=date|Last Name=last|First ' +
        'Name=first|Fund=fund|Amount=amount|Payment Method=method|Donation ID=id',
      write: csv({ delimiter: '\t', encoding: 'utf16le', withByteOrderMark: true }),
      fileName: 'donations.txt',
    },
  ],
  eventKinds(book, variant) {
    const days = [isoDate, americanDate, shortDate][variant]!;
    const money = [plain, grouped, dollars][variant]!;
    const row = (
      { person, when }: Draw,
      id: string,
      cents: number,
      fund: string,
      method: string,
    ) => ({
      at: when.at,
      cells: {
        id,
        first: person.first,
        last: person.last,
        email: person.email,
        person: '12',
        date: days(localTime(when)),
        amount: money(cents),
        fund,
        method,
        check: method === 'check' ? '1001' : '',
        fee: money(-Math.round(cents * 0.0215)),
        net: money(cents),
        batch: '55',
        memo: '',
      },
    });
    const numbered = () => String(90_000_000 + book.serial());
    const standingGift =
      (...methods: string[]) =>
      () => {
        const gift = book.give();
        return [row(gift, numbered(), gift.cents, gift.fund, book.random.of(methods))];
      };
    /**
     * A gift for several funds. Its refund has a row for each fund, with the number of the gift.
     */
    const split = (isRefunded: boolean) => () => {
      const gift = book.draw({ cents: 1_000 + book.random.below(50_000) });
      const id = numbered();
      const parts = divideGift(book, gift)
        .slice(0, isRefunded ? 2 : 3)
        .map((part) => ({ ...part, entry: book.enter({ ...gift, fund: part.fund }, part.cents) }));
      const rows = parts.map(({ cents, fund }) => row(gift, id, cents, fund, 'card'));
      if (!isRefunded) return rows;
      const { entry, fund, cents } = parts[1]!;
      entry.cents -= cents;
      return [...rows, row({ ...gift, when: daysAfter(gift.when, 1) }, id, -cents, fund, 'card')];
    };
    return [
      [30, standingGift('card', 'ach', 'Credit card', 'Bank account')],
      [6, standingGift('check')],
      [6, standingGift('cash')],
      [6, split(false)],
      [2, split(true)],
    ];
  },
};
