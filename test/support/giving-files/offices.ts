import {
  american,
  dollars,
  grouped,
  inWords,
  iso,
  later,
  plain,
  short,
  wall,
  type Book,
  type Draw,
} from './book.js';
import { csv, workbook, type Happening, type Service } from './index.js';

/** Two or three funds of one gift, each another. */
function parts(book: Book, { cents }: Draw): { fund: string; cents: number }[] {
  const funds = book.funds.filter((fund) => fund !== '').slice(0, 2 + book.random.below(2));
  const first = book.part(cents - funds.length);
  return funds.map((fund, at) => ({
    fund,
    cents: at === 0 ? first : at === 1 ? cents - first - (funds.length === 3 ? 1 : 0) : 1,
  }));
}

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
      write: csv({ quoted: true, end: '\r\n' }),
      isNewestFirst: true,
    },
    {
      columns:
        'Batch=batch|Received Date=date|Last Name=last|First ' +
        'Name=first|Fund=fund|Amount=amount|Payment Method=method|Donation ID=id',
      write: csv({ delimiter: '\t', encoding: 'utf16le', mark: true }),
      fileName: 'donations.txt',
    },
  ],
  happenings(book, variant) {
    const days = [iso, american, short][variant]!;
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
        date: days(wall(when)),
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
    const given =
      (...methods: string[]) =>
      () => {
        const gift = book.draw();
        book.enter(gift, gift.cents);
        return [row(gift, numbered(), gift.cents, gift.fund, book.random.of(methods))];
      };
    /**
     * A gift for several funds; what goes back of it goes back by fund, under the gift's number.
     */
    const split = (isRefunded: boolean) => () => {
      const gift = book.draw({ cents: 1_000 + book.random.below(50_000) });
      const id = numbered();
      const those = parts(book, gift)
        .slice(0, isRefunded ? 2 : 3)
        .map((part) => ({ ...part, entry: book.enter({ ...gift, fund: part.fund }, part.cents) }));
      const rows = those.map(({ cents, fund }) => row(gift, id, cents, fund, 'card'));
      if (!isRefunded) return rows;
      const { entry, fund, cents } = those[1]!;
      entry.cents -= cents;
      return [...rows, row({ ...gift, when: later(gift.when, 1) }, id, -cents, fund, 'card')];
    };
    return [
      [30, given('card', 'ach', 'Credit card', 'Bank account')],
      [6, given('check')],
      [6, given('cash')],
      [6, split(false)],
      [2, split(true)],
    ];
  },
};

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
      write: csv({ end: '\r\n' }),
    },
    {
      columns:
        'Payment ID=id|Person ID=person|Name=name|Date=date|Fund=fund|Amount=amount|Method ' +
        'ID=method|Batch=batch',
      write: csv({ delimiter: ';', encoding: 'macintosh' }),
      isNewestFirst: true,
    },
  ],
  happenings(book, variant) {
    const days = [american, iso, american][variant]!;
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
        date: days(wall(when)),
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
    const given =
      (...methods: string[]) =>
      () => {
        const gift = book.draw();
        book.enter(gift, gift.cents);
        return [row(gift, numbered(), gift.cents, gift.fund, book.random.of(methods))];
      };
    const split = () => {
      const gift = book.draw({ cents: 1_000 + book.random.below(50_000) });
      const id = numbered();
      return parts(book, gift).map(({ fund, cents }) => {
        book.enter({ ...gift, fund }, cents);
        return row(gift, id, cents, fund, 'Check');
      });
    };
    const adjusted = () => {
      const gift = book.draw({ cents: book.singular() });
      return [
        row(gift, numbered(), gift.cents, gift.fund, 'Cash'),
        row({ ...gift, when: later(gift.when, 1) }, numbered(), -gift.cents, gift.fund, 'Cash', {
          note: 'adjustment',
        }),
      ];
    };
    /** The loose offering names nobody. */
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
      [30, given('Check', 'Cash')],
      [10, given('Credit/Debit Online', 'ACH/Bank Draft Online', 'Text-to-Give')],
      [4, split],
      [2, adjusted],
      [2, loose],
    ];
  },
};

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
      write: csv({ quoted: true, end: '\r\n' }),
      isNewestFirst: true,
      leavesOut: ['status'],
    },
    {
      columns:
        'individual_id=person|first_name=first|last_name=last|email=email|giving_date=date|amount=amount|fund_name=fund|payment_method=method|batch_name=batch|notes=memo',
      write: csv({ delimiter: ';', mark: true }),
    },
  ],
  happenings(book, variant) {
    const written = [
      (date: Date) => iso(date),
      (date: Date) => `${inWords(date)} 11:55 PM`,
      american,
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
        date: written(wall(when)),
        status,
        memo: '',
        fund,
        method: book.random.of(['card', 'bank', 'Visa']),
        batch: 'Online',
      },
    });
    const given = () => {
      const gift = book.draw();
      book.enter(gift, gift.cents);
      return [row(gift, 'succeeded')];
    };
    const never =
      (...statuses: string[]) =>
      () => [row(book.draw(), book.random.of(statuses))];
    const disputed = () => [row(book.doubt(book.draw()), 'disputed')];
    const refunded = () => {
      const gift = book.draw({ cents: book.singular() });
      return [
        row(gift, 'succeeded'),
        row({ ...gift, cents: -gift.cents, when: later(gift.when, 1) }, 'refunded'),
      ];
    };
    const hasStatus: Happening[] = [
      [3, never('pending', 'failed', 'canceled')],
      [2, never('refunded')],
      [1, disputed],
    ];
    return [
      [30, given],
      ...(variant === 1 ? [[2, refunded] as Happening] : []),
      ...(variant === 2 ? [] : hasStatus),
    ];
  },
};

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
      write: csv({ quoted: true, end: '\r\n' }),
      isNewestFirst: true,
    },
    {
      columns:
        'Payer Name=name|Payer ID=payer|Fund=fund|Amount=amount|Payment Type=method|Received ' +
        'On=date|Payment Reference=id',
      write: csv({ delimiter: ';', encoding: 'windows-1252' }),
    },
  ],
  happenings(book, variant) {
    const days = [american, iso, inWords][variant]!;
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
        date: days(wall(when)),
        id: `PP${book.serial()}REF`,
        status,
      },
    });
    const given =
      (...methods: string[]) =>
      () => {
        const gift = book.draw();
        book.enter(gift, gift.cents);
        return [row(gift, book.random.of(methods))];
      };
    const never =
      (...statuses: string[]) =>
      () => [row(book.draw(), 'Visa', book.random.of(statuses))];
    const refunded = () => {
      const gift = book.draw({ cents: book.singular() });
      return [
        row(gift, 'Visa'),
        row({ ...gift, cents: -gift.cents, when: later(gift.when, 1) }, 'Visa'),
      ];
    };
    const hasStatus: Happening[] = [
      [3, never('Failed', 'Processing')],
      [2, never('Refunded')],
    ];
    return [
      [30, given('Visa', 'MasterCard', 'Amex', 'Discover', 'ACH')],
      [5, given('Cash', 'Check')],
      [2, refunded],
      ...(variant === 1 ? hasStatus : []),
    ];
  },
};

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
      write: csv({ delimiter: '\t', encoding: 'windows-1252', end: '\r\n' }),
      leavesOut: ['status'],
    },
  ],
  happenings(book, variant) {
    const days = [iso, american, short][variant]!;
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
          date: days(wall(when)),
          check: method === 'check' ? String(1_001) : '',
          status,
        },
      };
    };
    const given = () => {
      const gift = book.draw();
      book.enter(gift, gift.cents);
      return [row(gift, 'succeeded')];
    };
    const never =
      (...statuses: string[]) =>
      () => [row(book.draw(), book.random.of(statuses))];
    const disputed = () => [row(book.doubt(book.draw()), 'disputed')];
    const refunded = () => {
      const gift = book.draw();
      return [row(gift, 'refunded', gift.cents)];
    };
    const partly = () => {
      const gift = book.draw();
      const back = book.part(gift.cents);
      book.enter(gift, gift.cents - back);
      return [row(gift, 'partially_refunded', back)];
    };
    const happenings: Happening[] = [
      [30, given],
      [3, never('failed', 'pending', 'canceled')],
      [2, refunded],
      [1, disputed],
    ];
    return variant === 1 ? [...happenings, [2, partly]] : happenings;
  },
};
