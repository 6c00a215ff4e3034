import {
  americanDate,
  isoTime,
  germanDate,
  grouped,
  isoDate,
  daysAfter,
  shortDate,
  localTime,
  withComma,
  type Draw,
  type Moment,
  type Zone,
} from './book.js';
import { csv, workbook, type Service } from './index.js';
import { languages } from './paypal-languages.js';

const zones: Zone[] = ['America/Los_Angeles', 'Europe/Berlin', 'America/Los_Angeles'];
const zoneNames = [
  () => 'America/Los_Angeles',
  (isSummer: boolean) => (isSummer ? 'CEST' : 'CET'),
  (isSummer: boolean) => (isSummer ? 'PDT' : 'PST'),
];

export const paypal: Service = {
  source: 'paypal',
  layouts: [
    {
      columns:
        'Date=date|Time=time|TimeZone=zone|Name=name|Type=type|Status=status|' +
        'Currency=currency|Gross=gross|Fee=fee|Net=net|From ' +
        'Email Address=from|To Email Address=to|Transaction ID=id|Shipping Address|Address ' +
        'Status|Item Title=item|Item ID|Shipping and Handling Amount=zero|Insurance ' +
        'Amount|Sales Tax=zero|Option 1 Name|Option 1 Value|Option 2 Name|Option 2 ' +
        'Value|Reference Txn ID=of|Invoice Number|Custom Number|Quantity|Receipt ' +
        'ID|Balance=balance|Address Line 1|Address Line ' +
        '2/District/Neighborhood|Town/City|' +
        'State/Province/Region/County/Territory/Prefecture/Republic|Zip/Postal ' +
        'Code|Country|Contact Phone Number|Subject=item|Note|Country Code|Balance ' +
        'Impact=impact',
      write: csv({ withByteOrderMark: true, quoted: true, lineEnd: '\r\n' }),
      leavesOut: ['currency'],
    },
    {
      columns:
        'Datum=date|Uhrzeit=time|Zeitzone=zone|Name=name|Typ=type|Status=status|' +
        'Währung=currency|Brutto=gross|Gebühr=fee|Netto=net|Absender ' +
        'E-Mail-Adresse=from|Empfänger ' +
        'E-Mail-Adresse=to|Transaktionscode=id|Lieferadresse|Adress-Status|' +
        'Artikelbezeichnung=item|Artikelnummer|Versand- ' +
        'und Bearbeitungsgebühr=zero|Versicherungsbetrag|Umsatzsteuer=zero|Option 1 ' +
        'Name|Option 1 Wert|Zugehöriger ' +
        'Transaktionscode=of|Rechnungsnummer|Zollnummer|Anzahl|Empfangsnummer|' +
        'Guthaben=balance|Adresszeile ' +
        '1|Adresszusatz|Ort|Bundesland|PLZ|Land|Telefon|Betreff=item|Hinweis|Ländervorwahl|' +
        'Auswirkung ' +
        'auf Guthaben=impact',
      write: csv({ withByteOrderMark: true, quoted: true, lineEnd: '\r\n' }),
      isNewestFirst: true,
      leavesOut: ['currency'],
    },
    {
      columns:
        'Date=date| Time=time| Time Zone=zone| Name=name| Type=type| Status=status| ' +
        'Currency=currency| Gross=gross| Fee=fee| Net=net| From Email Address=from| To Email ' +
        'Address=to| Transaction ID=id| Counterparty Status| Address Status| Item ' +
        'Title=item| Item ID| Shipping and Handling Amount=zero| Option 1 Name| Auction ' +
        'Site| Buyer ID| Item URL| Closing Date| Reference Txn ID=of| Invoice Number| Custom ' +
        'Number| Receipt ID| Balance=balance| Contact Phone Number| ',
      write: csv({ delimiter: '\t', encoding: 'windows-1252', lineEnd: '\r\n' }),
      isNewestFirst: true,
      leavesOut: ['currency'],
      fileName: 'Download.txt',
    },
  ],
  eventKinds(book, variant) {
    const say = languages[variant]!;
    const money = variant === 1 ? withComma : grouped;
    const days = [americanDate, germanDate, shortDate][variant]!;
    const us = 'giving@church.test';
    const row = (
      moment: Moment,
      type: string,
      gross: number,
      more: Record<string, string> = {},
      fee = 0,
    ) => {
      const date = localTime(moment, zones[variant]);
      return {
        at: moment.at,
        cells: {
          id: `5TY0${String(book.serial()).padStart(13, '0')}`,
          date: days(date),
          time: isoTime(date),
          zone: zoneNames[variant]!(moment.isSummer),
          type,
          status: say.done,
          currency: 'USD',
          gross: money(gross),
          fee: money(-fee),
          net: money(gross - fee),
          item: 'Where needed most',
          zero: money(0),
          balance: money(100_000 + book.random.below(1_000_000)),
          impact: gross < 0 ? say.debit : say.credit,
          ...more,
        },
      };
    };
    const received = (
      { person, cents, when }: Draw,
      more: Record<string, string> = {},
      type: string = book.random.of([say.donation, say.donation, say.monthly, say.mobile]),
    ) =>
      row(
        when,
        type,
        cents,
        { name: person.name, from: person.email, to: us, ...more },
        49 + Math.round(cents * 0.0199),
      );
    const standingGift = (more: Record<string, string> = {}) => {
      const gift = book.draw();
      return {
        gift,
        entry: book.enter({ ...gift, fund: '' }, gift.cents),
        row: received(gift, more),
      };
    };
    /** A gift and its refund, which has a row of its own. */
    const refundOf =
      (type: string, part: (cents: number) => number, status: string, withFee = false) =>
      () => {
        const { gift, entry, row: first } = standingGift({ status });
        const cents = part(gift.cents);
        entry.cents -= cents;
        const chargebackTime = daysAfter(gift.when, 2);
        const original = {
          of: first.cells.id,
          name: gift.person.name,
          from: us,
          to: gift.person.email,
        };
        return [
          first,
          row(chargebackTime, type, -cents, original),
          ...(withFee
            ? [row(chargebackTime, say.chargebackFee, -2_000, { of: first.cells.id })]
            : []),
        ];
      };
    const uncollected = (status: string) => () => [
      received(book.draw(), { status, impact: say.memo }),
    ];
    const spent =
      (type: string, more: Record<string, string> = {}) =>
      () => {
        const { when, cents } = book.draw();
        return [row(when, type, -cents, more)];
      };
    const shop = { name: 'Printer Co', from: us, to: 'shop@printer.test' };
    const returned = () => {
      const { when, cents } = book.draw();
      const purchase = row(when, say.purchase, -cents, shop);
      return [
        purchase,
        row(daysAfter(when, 1), say.refund, cents, {
          name: shop.name,
          from: shop.to,
          to: us,
          of: purchase.cells.id,
        }),
      ];
    };
    const converted = () => {
      const gift = book.draw();
      const first = received(gift, { currency: 'EUR' });
      const original = { of: first.cells.id };
      return [
        first,
        row(gift.when, say.conversion, -gift.cents, { ...original, currency: 'EUR' }),
        row(gift.when, say.conversion, gift.cents + 100, original),
      ];
    };
    const temporaryHold = () => {
      const { when, cents } = book.draw();
      const first = row(when, say.hold, -cents, {
        status: variant === 2 ? 'Placed' : say.pending,
        impact: say.memo,
      });
      return [
        first,
        row(daysAfter(when, 1), say.release, cents, { of: first.cells.id, impact: say.memo }),
      ];
    };
    return [
      [30, () => [standingGift().row]],
      [2, refundOf(say.refund, (cents) => cents, say.refunded)],
      [2, refundOf(say.refund, book.part, say.partly)],
      [1, refundOf(say.chargeback, (cents) => cents, say.done, true)],
      [2, uncollected(say.pending)],
      [1, uncollected(say.denied)],
      [2, spent(say.withdrawal)],
      [1, spent(say.purchase, shop)],
      [1, spent(say.bill, shop)],
      [1, returned],
      [1, converted],
      [1, temporaryHold],
      [1, () => [row(book.moment(), say.deposit, 50_000)]],
    ];
  },
};

export const paypalGivingFund: Service = {
  source: 'paypal-giving-fund',
  funds: ['Facebook', 'eBay for Charity', 'PayPal Giving Fund'],
  layouts: [
    {
      columns:
        'Payout Date=payout|Donation Date=date|Donor First Name=first|Donor Last ' +
        'Name=last|Donor Email=email|Program Name=fund|Reference Information=note|Currency ' +
        'Code=currency|Gross Amount=gross|Total Fees=fee|Net Amount=net|Transaction ID=id',
      write: csv({ withByteOrderMark: true }),
      leavesOut: ['currency'],
    },
    {
      columns:
        'Transaction ID=id|Donation Date=date|Program Name=fund|Gross Amount=gross|Donor ' +
        'Email=email|Donor Last Name=last|Donor First Name=first|Currency ' +
        'Code=currency|Payout Date=payout',
      write: csv({ delimiter: ';', encoding: 'windows-1252' }),
      isNewestFirst: true,
      leavesOut: ['currency'],
    },
    {
      columns:
        'Payout Date=payout|Donation Date=date|Donor First Name=first|Donor Last ' +
        'Name=last|Donor Email=email|Program Name=fund|Reference Information=note|Currency ' +
        'Code=currency|Gross Amount=gross|Total Fees=fee|Net Amount=net|Transaction ID=id',
      write: workbook('Donations', ['Gross Amount', 'Total Fees', 'Net Amount']),
      fileName: 'report.xlsx',
      leavesOut: ['currency'],
    },
  ],
  eventKinds(book, variant) {
    const days = [isoDate, americanDate, americanDate][variant]!;
    const money = variant === 2 ? (cents: number) => String(cents / 100) : grouped;
    const row = ({ person, cents, fund, when }: Draw, more: Record<string, string> = {}) => ({
      at: when.at,
      cells: {
        payout: days(localTime(daysAfter(when, 25))),
        date: days(localTime(when)),
        first: person.first,
        last: person.last,
        email: person.email,
        fund,
        note: 'In memory of all',
        currency: 'USD',
        gross: money(cents),
        fee: money(0),
        net: money(cents),
        id: `PGF-${book.serial()}`,
        ...more,
      },
    });
    const standingGift =
      (more: Record<string, string>, isKnown = true) =>
      () => {
        const gift = book.draw();
        book.enter({ ...gift, person: isKnown ? gift.person : null }, gift.cents);
        return [row(gift, more)];
      };
    return [
      [30, standingGift({})],
      [3, standingGift({ first: '', last: '', email: '' }, false)],
      [2, standingGift({ email: '' })],
      [1, () => [row(book.draw(), { currency: 'CAD' })]],
    ];
  },
};
