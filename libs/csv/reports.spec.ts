import { describe, expect, it, test } from '@jest/globals';
import iconv from 'iconv-lite';
import type { ImportMapping } from '#libs/contracts';
import { createFooterFinder, createObserver, inspect, createReader, readRow } from './index.js';
import { bytes } from './support.js';

const look = (...lines: string[]) => inspect(bytes(`${lines.join('\n')}\n`), true);
/** Returns the mapping of a file in an encoding, with the styles and words of its rows. */
function mappingOf(encoding: string, ...lines: string[]): ImportMapping {
  const text = `${lines.join('\n')}\n`;
  const file = iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') });
  const { header, headerRow, mapping, delimiter } = inspect(file, true);
  const observer = createObserver(mapping.columns, {}, {}, header);
  for (const line of lines.slice(headerRow)) observer.see(line.split(delimiter));
  return {
    ...mapping,
    ...observer.styles(),
    words: observer.words(),
    defaults: { paymentMethod: 'Other' },
  };
}
const saysOf = (mapping: ImportMapping, line: string) => {
  const cells = line.split(/[;\t]/.exec(line)?.[0] ?? ',');
  return readRow(cells, createReader(mapping, mapping.isStatement ? 'not' : undefined), {
    columns: cells.length,
    template: false,
    anyGiver: true,
  }).says;
};
const columnsIn = (...lines: string[]) => {
  const { header, mapping } = look(...lines);
  return Object.fromEntries(
    Object.entries(mapping.columns).map(([field, index]) => [field, header[index]]),
  );
};

describe('the header of a bank statement', () => {
  it('is found in German, below the lines about the account', () => {
    const lines = [
      '"Girokonto";"DE00 0000";',
      '"Zeitraum:";"01.01.2026 - 31.01.2026";',
      '"Kontostand vom 31.01.2026:";"1.234,56 EUR";',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Verwendungszweck";' +
        '"Umsatztyp";"Betrag (€)";"Kundenreferenz"',
      '"04.01.26";"05.01.26";"Gebucht";"Ada Example";"Spende";"Eingang";"50,00";""',
      '"06.01.26";"07.01.26";"Gebucht";"Ben Example";"Spende";"Eingang";"20,00";""',
    ];
    expect(look(...lines).headerRow).toBe(4);
    expect(columnsIn(...lines)).toEqual({
      date: 'Buchungsdatum',
      status: 'Status',
      name: 'Zahlungspflichtige*r',
      notes: 'Verwendungszweck',
      direction: 'Umsatztyp',
      amount: 'Betrag (€)',
    });
  });

  it('is found in German with short names', () => {
    const lines = [
      'Kontoauszug',
      '',
      'Datum;Betrag;Auftraggeber;Verwendungszweck',
      '04.01.2026;50,00;Ada Example;Spende',
    ];
    expect(look(...lines).headerRow).toBe(3);
    expect(columnsIn(...lines)).toEqual({
      date: 'Datum',
      amount: 'Betrag',
      name: 'Auftraggeber',
      notes: 'Verwendungszweck',
    });
  });

  it('is found in French, with separate columns for money in and out', () => {
    const lines = [
      'Téléchargement du 03/02/2026',
      'Compte courant n° 000',
      'Solde au 03/02/2026 1 234,56 €',
      'Date;Libellé;Débit euros;Crédit euros;',
      '04/01/2026;VIREMENT ADA EXAMPLE;;50,00;',
      '05/01/2026;LOYER;900,00;;',
    ];
    expect(look(...lines).headerRow).toBe(4);
    expect(columnsIn(...lines)).toEqual({
      date: 'Date',
      notes: 'Libellé',
      amount: 'Crédit euros',
      moneyOut: 'Débit euros',
    });
    expect(columnsIn('Date;Montant;Libellé', '04/01/2026;50,00;DON')).toEqual({
      date: 'Date',
      amount: 'Montant',
      notes: 'Libellé',
    });
  });
});

describe('money that left the account', () => {
  test.each([
    ['utf-8', 'Date;Libellé;Débit;Crédit', '05/01/2026;LOYER;900,00;', '15/01/2026;DON;;50,00'],
    ['utf-16le', 'Date;Débit;Crédit;Libellé', '05/01/2026;-900,00;;X', '15/01/2026;;50,00;X'],
    ['win1252', 'Datum;Zweck;Soll;Haben', '05.01.2026;Miete;900,00;0,00', '15.01.2026;X;;50,00'],
    ['utf-8', 'Date,Text,Withdrawals,Deposits', '1/5/2026,Rent,900.00,', '1/15/2026,X,,50.00'],
    [
      'macintosh',
      'Date\tNuméro\tSortie\tDébit\tCrédit',
      '5/1/2026\t\t\t900,00\t',
      '15/1/2026\t\t\t\t50,00',
    ],
  ])('is recognized by its own column: %s %s', (encoding, header, withdrawal, deposit) => {
    const mapping = mappingOf(encoding, 'Titel / Titre', '', header, withdrawal, deposit);
    expect(saysOf(mapping, withdrawal)).toMatchObject({ is: 'not', field: 'amount' });
    expect(saysOf(mapping, deposit)).toEqual({ is: 'gift' });
  });

  it('is recognized by a minus sign if a bank statement has one column of amounts', () => {
    const lines = ['Buchungstag;Betrag;Text', '05.01.2026;-900,00;Miete', '15.01.2026;50,00;Gabe'];
    const mapping = mappingOf('win1252', ...lines);
    expect(mapping).toMatchObject({ isStatement: true });
    expect(saysOf(mapping, lines[1]!)).toMatchObject({ is: 'not', field: 'amount' });
    expect(saysOf(mapping, lines[2]!)).toEqual({ is: 'gift' });
    const abroad = { ...mapping, columns: { ...mapping.columns, currency: 2 } };
    expect(saysOf(abroad, '05.01.2026;-900,00;EUR')).toMatchObject({ is: 'not' });
    expect(mappingOf('utf-8', 'Date,Name,Amount', '1/5/2026,Ada,-9.00')).not.toHaveProperty(
      'isStatement',
    );
  });

  it('is recognized by letters for debit and credit', () => {
    const [header, withdrawal, deposit] = [
      'Buchungstag;Auftraggeber;Betrag;S/H',
      '05.01.2026;Bank;900,00;S',
      '15.01.2026;Ada Example;50,00;H',
    ];
    const mapping = mappingOf('win1252', header, withdrawal, deposit);
    expect(saysOf(mapping, withdrawal)).toMatchObject({ is: 'not', field: 'direction' });
    expect(saysOf(mapping, deposit)).toEqual({ is: 'gift' });
  });

  it('causes a question if money has also come in with the same row', () => {
    const mapping = mappingOf('utf-8', 'Date,Text,Debit,Credit', '1/15/2026,X,9.00,50.00');
    expect(saysOf(mapping, '1/15/2026,X,9.00,50.00')).toMatchObject({ is: 'ask', field: 'amount' });
    expect(saysOf(mapping, '1/15/2026,X,9.00,0.00')).toMatchObject({ is: 'not' });
    expect(saysOf(mapping, '1/15/2026,X,9.00,5O.00')).toMatchObject({ is: 'error' });
    expect(saysOf(mapping, '1/15/2026,X,,')).toMatchObject({ is: 'error' });
  });
});

describe('the header of a report', () => {
  it('is found below titles if the last column is mostly empty', () => {
    const lines = [
      'Grace Church',
      'Giving by person',
      'Date,Person,Account,Amount,Memo',
      '01/04/2026,Ada Example,Tithes,50.00',
      '01/05/2026,Ben Example,Missions,20.00',
      '01/06/2026,Ben Example,Missions,30.00,thanks',
    ];
    expect(look(...lines)).toMatchObject({
      headerRow: 3,
      header: ['Date', 'Person', 'Account', 'Amount', 'Memo'],
    });
  });
});

describe('columns of church offices and accounting programs', () => {
  test.each(['Account', 'Category', 'COA Category', 'Sub Account', 'Account Description', 'Class'])(
    '%s is the fund',
    (header) => {
      expect(columnsIn(`Date,Name,${header},Amount`, '1/4/2026,Ada Example,Tithes,50.00')).toEqual({
        date: 'Date',
        name: 'Name',
        campaign: header,
        amount: 'Amount',
      });
    },
  );

  test.each([
    'Person',
    'Individual',
    'Family/Individual',
    'Customer',
    'Donor Name',
    'Customer full name',
    'Received From',
  ])('%s is the giver', (header) => {
    expect(columnsIn(`Date,${header},Amount`, '1/4/2026,Ada Example,50.00')).toEqual({
      date: 'Date',
      name: header,
      amount: 'Amount',
    });
  });

  it('are not suggested as the fund if they contain bank accounts or numbers', () => {
    for (const account of ['Operating Checking', 'Bank ****1234', '4000', 'XXXX1234'])
      expect(
        columnsIn('Date,Name,Account,Amount', `1/4/2026,Ada Example,${account},50.00`),
      ).not.toHaveProperty('campaign');
    expect(
      columnsIn('Date,Name,Account,Account Description,Amount', '1/4/2026,Ada,4000,Tithes,50.00'),
    ).toMatchObject({ campaign: 'Account Description' });
  });

  it('are suggested as the fund if only some rows have a sub-account', () => {
    const gifts = [
      '1/4/2026,Ada,Missions,,50.00',
      '1/5/2026,Ada,Missions,,5.00',
      '1/6/2026,Ben,Missions,Aspen,20.00',
    ];
    expect(columnsIn('Date,Name,Account,Sub Account,Amount', ...gifts)).toMatchObject({
      campaign: 'Account',
    });
  });
});

describe('rows that are no data', () => {
  const finder = () =>
    createFooterFinder(['Date', 'Name', 'Amount'], { date: 0, name: 1, amount: 2 });

  test.each([
    [['Total for Smith', '', '50.00']],
    [['', 'Total Smith, John', '50.00']],
    [['Subtotal', '', '50.00']],
    [['', 'Sub Total', '50.00']],
    [['Sous-total', '', '50,00']],
    [['Summe', '', '50,00']],
    [['Zwischensumme', '', '50,00']],
    [['Gesamtbetrag', '', '50,00']],
  ])('include sums in several languages: %j', (cells) => expect(finder()(cells)).toBe(true));

  it('include subtotals, even with a date', () => {
    const header = ['', 'Date', 'Amount'];
    const isFooter = createFooterFinder(header, { date: 1, amount: 2 });
    const rows = [
      ['Ada', '1/4/2026', '50.00'],
      ['Ada', '1/5/2026', '20.00'],
      ['Total Ada', '1/31/2026', '70.00'],
      ['Total for Ada', '1/31/2026', ''],
      ['Total Wine', '1/31/2026', '25.00'],
    ];
    expect(rows.map(isFooter)).toEqual([false, false, true, true, false]);
  });

  it.each([
    ['Opening balance of the building fund'],
    ['Total of January'],
    ['Balance forward from 2025'],
    ['Subtotal'],
  ])('do not include gifts with a date, a giver and an amount beside the note %s', (note) => {
    const header = ['Note', 'Date', 'Name', 'Amount'];
    const isFooter = createFooterFinder(header, { notes: 0, date: 1, name: 2, amount: 3 });
    const rows = [
      ['', '1/4/2026', 'Ada Example', '50.00'],
      ['', '1/5/2026', 'Ben Example', '20.00'],
      [note, '1/6/2026', 'Cleo Example', '70.00'],
    ];
    expect(rows.map(isFooter)).toEqual([false, false, false]);
  });

  it('include subtotals between groups: a label in the column of the giver, and a date', () => {
    const isFooter = finder();
    const rows: [string[], boolean][] = [
      [['1/4/2026', 'Hannah Brooks', '50.00'], false],
      [['1/5/2026', 'Hannah Brooks', '20.00'], false],
      [['1/31/2026', 'Total for Hannah Brooks', '70.00'], true],
      [['1/6/2026', 'Ada Example', '5.00'], false],
      [['1/7/2026', 'Ada Example', '6.00'], false],
      [['1/31/2026', 'Ada Example Total', '11.00'], true],
      [['1/8/2026', 'Ben Example', '9.00'], false],
      [['1/31/2026', 'Zwischensumme', '9.00'], true],
      [['1/9/2026', 'Ben Example', '9.00'], false],
      [['1/31/2026', 'Sous-total Ben', '9.00'], true],
      [['', 'Ben Example Total', '18.00'], true],
      [['1/31/2026', 'Gesamt', '99.00'], true],
      [['1/31/2026', 'Total Wine', '25.00'], false],
    ];
    expect(rows.map(([cells]) => isFooter(cells))).toEqual(rows.map(([, isSum]) => isSum));
  });

  it('include subtotals in a text column if no column names the giver', () => {
    const isFooter = createFooterFinder(['Date', 'Text', 'Amount'], { date: 0, amount: 2 });
    expect(isFooter(['31/01/2026', 'Sous-total', '5,00'])).toBe(true);
    expect(isFooter(['31/01/2026', 'Sous le toit', '5,00'])).toBe(false);
  });

  it('include balances in German and French', () => {
    const isFooter = createFooterFinder(['Date', 'Text', 'Amount'], { date: 0, amount: 2 });
    const rows = ['Anfangssaldo', 'Neuer Kontostand', 'Solde au 31/01/2026', 'Solde', 'Gabe'];
    expect(rows.map((text) => isFooter(['31.01.2026', text, '5,00']))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
