import { Migration } from '@mikro-orm/migrations';

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/** The characters of `libs/contracts/text-keys.ts`. */
const apostrophes = [
  '`',
  '\u00b4',
  '\u02b9',
  '\u02bb',
  '\u02bc',
  ...range(0x2018, 0x201b),
  '\u2032',
];
const quotes = ['\u02ba', ...range(0x201c, 0x201f), '\u2033'];
const hyphens = [...range(0x2010, 0x2013), '\u2212'];
const invisible = [
  '\u00ad',
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x2064),
  ...range(0x2066, 0x2069),
  '\ufeff',
];

/** `translate` deletes the characters that have no counterpart. */
const lookAlikes = [...apostrophes, ...quotes, ...hyphens, ...invisible].join('');
const counterparts =
  `''`.repeat(apostrophes.length) + '"'.repeat(quotes.length) + '-'.repeat(hyphens.length);
const ignored = [...apostrophes, ...quotes, ...invisible].join('') + `''"`;
const separators = [...hyphens, '-', '\u2014', '\u2015', ',', ';', '(', ')', '/'].join('');

const spaces = '[\\s\u0085]';
const withSingleSpaces = (text: string): string =>
  `btrim(regexp_replace(${text}, '${spaces}+', ' ', 'g'))`;

const statements = [
  // computes the same as comparisonKey in libs/contracts/text-keys.ts
  `create or replace function name_key(name text) returns text language sql immutable as $$
     select ${withSingleSpaces(
       `translate(
          lower(normalize(translate(name, '${lookAlikes}', '${counterparts}'), NFKC)), 'ς', 'σ')`,
     )} $$`,
  // computes the same as searchKey in libs/contracts/text-keys.ts
  `create function search_key(name text) returns text language sql immutable as $$
     select ${withSingleSpaces(
       `regexp_replace(
          translate(
            replace(replace(replace(replace(
              lower(regexp_replace(
                normalize(translate(name, '${ignored}', ''), NFKD), '[\u0300-\u036f]', '', 'g')),
              'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
            'ςøđłħıŧð${separators}', 'σodlhitd${' '.repeat(separators.length)}'),
          '\\.(?=${spaces}|$)', ' ', 'g')`,
     )} $$`,

  // the churches whose stored data is converted before the program accepts requests
  `create table church_conversion (
     conversion text not null,
     organization_id uuid not null,
     primary key (conversion, organization_id))`,
  `insert into church_conversion select 'fundraisers', organization_id from fundraiser_conversion`,
  `drop table fundraiser_conversion`,
  // This id stands for all churches. In a large installation, a row for each church would take too
  // long while the migration holds its locks; the conversion inserts these rows later.
  `insert into church_conversion values ('keys of giving', '00000000-0000-0000-0000-000000000000')`,
];

/**
 * Names and titles are compared without differences that are not visible. The stored keys are
 * converted after the migrations, by `giving/conversion/keys.ts`.
 */
export class TextKeys extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
