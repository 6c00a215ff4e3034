import { Migration } from '@mikro-orm/migrations';

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/** The characters of `comparisonKey` in `src/giving/comparison-key.ts`. */
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
const visible = [...apostrophes, ...quotes, ...hyphens];
const all = [...visible, ...invisible].join('');
/** In the order of `visible`. `translate` deletes the characters that have no counterpart. */
const replacements =
  `''`.repeat(apostrophes.length) + '"'.repeat(quotes.length) + '-'.repeat(hyphens.length);

const nameKey = `
create or replace function name_key(name text) returns text language sql immutable as $$
  select btrim(regexp_replace(lower(normalize(translate(name, '${all}', '${replacements}'), NFKC)), '\\s+', ' ', 'g'))
$$`;

/**
 * Stored keys of texts with such a character. A row keeps its key if another row has the new one, or
 * gets it first: campaigns, guests and active fundraisers that exist apart stay apart, with what was
 * given to them, and later gifts go to the one that has the key.
 */
const storedKeys = `
do $$ declare church uuid; begin
  for church in select id from organization loop
    perform set_config('app.org', church::text, true);

    update campaign c
       set title_key = w.key
      from (select id, name_key(title) as key,
                   row_number() over (partition by name_key(title) order by id) as nth
              from campaign
             where organization_id = church and title ~ '[${all}]') w
     where c.organization_id = church and c.id = w.id and w.nth = 1
       and not exists (
         select 1 from campaign o where o.organization_id = church and o.title_key = w.key);

    update fundraiser_text f
       set title_key = w.key
      from (select fundraiser_id, is_active, name_key(title) as key,
                   row_number() over (partition by is_active, name_key(title) order by fundraiser_id) as nth
              from fundraiser_text
             where organization_id = church and title ~ '[${all}]') w
     where f.organization_id = church and f.fundraiser_id = w.fundraiser_id
       and (not w.is_active or w.nth = 1 and not exists (
         select 1 from fundraiser_text o
          where o.organization_id = church and o.title_key = w.key and o.is_active));

    -- the key of a guest without a name is an address, which stays
    update donor d
       set name_key = w.key
      from (select id, kind, email, name_key(name) as key,
                   row_number() over (
                     partition by kind, name_key(name), lower(coalesce(email, '')) order by id) as nth
              from donor
             where organization_id = church and name ~ '[${all}]' and name_key !~ '@') w
     where d.organization_id = church and d.id = w.id
       and (w.kind <> 'guest' or w.nth = 1 and not exists (
         select 1 from donor o
          where o.organization_id = church and o.kind = 'guest' and o.name_key = w.key
            and lower(coalesce(o.email, '')) = lower(coalesce(w.email, ''))));

    update ledger l
       set name_key = d.name_key
      from donor d
     where l.organization_id = church and d.organization_id = church and d.id = l.donor_id
       and d.name ~ '[${all}]' and l.name_key <> d.name_key;

    -- answers about the givers of files: the key is the name, a line end, and the address
    update import_answer a
       set key = w.new_key
      from (select key, name_key(split_part(key, E'\\n', 1)) || E'\\n' || split_part(key, E'\\n', 2) as new_key,
                   row_number() over (
                     partition by name_key(split_part(key, E'\\n', 1)), split_part(key, E'\\n', 2)
                         order by answered_at desc, key) as nth
              from import_answer
             where organization_id = church and kind = 'giver' and key ~ '[${all}]') w
     where a.organization_id = church and a.kind = 'giver' and a.key = w.key and w.nth = 1
       and not exists (
         select 1 from import_answer o
          where o.organization_id = church and o.kind = 'giver' and o.key = w.new_key);
  end loop;
  perform set_config('app.org', '', true);
end $$`;

/** Names and titles are compared without differences that are not visible. */
export class ComparisonKeys extends Migration {
  override up(): void {
    this.addSql(nameKey);
    this.addSql(storedKeys);
  }
}
