import {
  americanDate,
  dollars,
  grouped,
  isoDate,
  daysAfter,
  plain,
  localTime,
  type Draw,
} from './book.js';
import { csv, workbook, type Service } from './index.js';
import { divideGift } from './divide-gift.js';

export const breeze: Service = {
  source: 'breeze',
  layouts: [
    {
      columns:
        'Date=date|Batch=batch|Payment ID=id|Person ID=person|First Name=first|Last ' +
        'Name=last|Amount=amount|Fund(s)=fund|Method ID=method|Account Number|Check ' +
        'Number=check|Card=card|Note=note',
      write: workbook('Total Contributions', ['Amount', 'Payment ID', 'Person ID', 'Batch']),
      fileName: 'contributions.xlsx',
    },
    {
      columns:
        'Date=date|Batch=batch|Payment ID=id|Person ID=person|First Name=first|Last ' +
        'Name=last|Amount=amount|Fund(s)=fund|Method ID=method|Check Number=check|Note=note',
      write: csv({ lineEnd: '\r\n' }),
    },
    {
      columns:
        'Payment ID=id|Person ID=person|Name=name|Date=date|Fund=fund|Amount=amount|Method ' +
        'ID=method|Batch=batch',
      write: csv({ delimiter: ';', encoding: 'macintosh' }),
      isNewestFirst: true,
    },
  ],
  eventKinds(book, variant) {
    const days = [americanDate, isoDate, americanDate][variant]!;
    const money = [plain, dollars, grouped][variant]!;
    const row = (
      { person, when }: Draw,
      id: string,
      cents: number,
      fund: string,
      method: string,
      more: Record<string, string> = {},
    ) => ({
      at: when.at,
      cells: {
        id,
        person: '31',
        first: person.first,
        last: person.last,
        name: person.name,
        date: days(localTime(when)),
        amount: money(cents),
        fund,
        method,
        check: method === 'Check' ? '1001' : '',
        card: '',
        batch: '7',
        note: '',
        ...more,
      },
    });
    const numbered = () => String(40_000_000 + book.serial());
    const standingGift =
      (...methods: string[]) =>
      () => {
        const gift = book.give();
        return [row(gift, numbered(), gift.cents, gift.fund, book.random.of(methods))];
      };
    const split = () => {
      const gift = book.draw({ cents: 1_000 + book.random.below(50_000) });
      const id = numbered();
      return divideGift(book, gift).map(({ fund, cents }) => {
        book.enter({ ...gift, fund }, cents);
        return row(gift, id, cents, fund, 'Check');
      });
    };
    const adjusted = () => {
      const gift = book.draw({ cents: book.singular() });
      return [
        row(gift, numbered(), gift.cents, gift.fund, 'Cash'),
        row(
          { ...gift, when: daysAfter(gift.when, 1) },
          numbered(),
          -gift.cents,
          gift.fund,
          'Cash',
          {
            note: 'adjustment',
          },
        ),
      ];
    };
    /** A gift without a giver, such as a loose offering. */
    const loose = () => {
      const gift = book.draw();
      book.enter({ ...gift, person: null }, gift.cents);
      return [
        row(gift, numbered(), gift.cents, gift.fund, 'Cash', {
          first: '',
          last: '',
          name: '',
          person: '',
        }),
      ];
    };
    return [
      [30, standingGift('Check', 'Cash')],
      [10, standingGift('Credit/Debit Online', 'ACH/Bank Draft Online', 'Text-to-Give')],
      [4, split],
      [2, adjusted],
      [2, loose],
    ];
  },
};
