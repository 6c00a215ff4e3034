import type { ImportGiver } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { nameKey, phoneKey } from '../../donor/donors.js';
import { phoneKeySql } from '../../donor/donors.sql.js';
import { guestIdFor } from './givers.js';
import { otherNames } from './nicknames.js';

/** A giver of a file as far as it tells who it may be. */
export interface Unknown {
  key: string;
  name: string;
  email: string | null;
  phones: string[];
}
type Candidate = ImportGiver['candidates'][number];

/** how alike two names have to be, of 1, and how many of those are worth showing */
const alike = 0.4;
const shownAlike = 3;
const shown = 6;

/** Spellings by which the giver may stand in the books, with what the spelling says of them. */
function spellings(name: string): { spelled: string; why: string }[] {
  const key = nameKey(name);
  const [first, ...rest] = key.split(' ');
  if (!first || key.includes('@')) return [];
  const [before, after] = name.split(',').map((part) => nameKey(part));
  const turned =
    rest.length > 0
      ? [`${rest.at(-1)!} ${[first, ...rest.slice(0, -1)].join(' ')}`, `${rest.join(' ')} ${first}`]
      : [];
  const forms = [
    { full: key, first, rest },
    ...(after
      ? [
          {
            full: `${after} ${before!}`,
            first: after.split(' ')[0]!,
            rest: [...after.split(' ').slice(1), before!],
          },
        ]
      : []),
  ];
  return [
    { spelled: key, why: 'same name' },
    ...[...turned, ...(after ? [`${after} ${before!}`] : [])].map((spelled) => ({
      spelled,
      why: 'name turned round',
    })),
    ...forms.flatMap((form) =>
      form.rest.length === 0
        ? []
        : otherNames(form.first).map((other) => ({
            spelled: [nameKey(other), ...form.rest].join(' '),
            why: `nickname: ${capital(form.first)} for ${capital(other)}`,
          })),
    ),
  ];
}
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

interface Found extends Candidate {
  key: string;
}

/**
 * Members and guests who may be meant by givers of a draft, the likeliest first: by address, by telephone number, by a spelling of the
 * name, and, where there is none of these, by likeness. Those who share an address with another giver of the file may be one person with them.
 */
export async function candidatesFor(
  tx: Tx,
  importId: string,
  givers: Unknown[],
): Promise<Map<string, Candidate[]>> {
  const by = (join: string, why: string) =>
    `select g.key, d.id, d.name, d.kind, d.email, ${why} as why from g join donor d on ${join} where d.organization_id = $1 and d.kind <> 'unidentified' and not d.has_left`;
  const addressed = givers.filter(({ email }) => email);
  const atAddress = await tx.sql<Found>(
    `with g as (select * from unnest($2::text[], $3::text[]) g(key, email)) ${by('d.email_key = g.email', "'same email address'")} order by d.kind desc, d.name_key`,
    [tx.organizationId, addressed.map(({ key }) => key), addressed.map(({ email }) => email)],
  );
  const phones = givers.flatMap(({ key, phones }) =>
    phones.flatMap((phone) => phoneKey(phone) ?? []).map((phone) => ({ key, phone })),
  );
  const atPhone =
    phones.length === 0
      ? []
      : await tx.sql<Found>(
          `with g as (select * from unnest($2::text[], $3::text[]) g(key, phone))
     ${by(`${phoneKeySql('d.phone')} = g.phone`, "'same phone number'")} order by d.kind desc, d.name_key`,
          [tx.organizationId, phones.map(({ key }) => key), phones.map(({ phone }) => phone)],
        );
  const spelled = givers.flatMap(({ key, name }) =>
    spellings(name).map((one) => ({ key, ...one })),
  );
  const bySpelling = await tx.sql<Found>(
    `with g as (select * from unnest($2::text[], $3::text[], $4::text[]) with ordinality g(key, spelled, why, n)) ${by('d.name_key = g.spelled', 'g.why')} order by g.n, d.kind desc, d.id`,
    [
      tx.organizationId,
      spelled.map(({ key }) => key),
      spelled.map(({ spelled }) => spelled),
      spelled.map(({ why }) => why),
    ],
  );
  const certain = [
    ...atAddress,
    ...atPhone,
    ...bySpelling,
    ...(await sharing(tx, importId, addressed)),
  ];
  const hinted = new Set(certain.map(({ key }) => key));
  const found = [
    ...certain,
    ...(await similar(
      tx,
      givers.filter(({ key }) => !hinted.has(key)),
    )),
  ];
  const candidates = new Map<string, Candidate[]>();
  for (const { key, id, name, kind, email, why } of found) {
    const those = candidates.get(key) ?? [];
    if (those.length >= shown || those.some((one) => one.id === id)) continue;
    candidates.set(key, [...those, { id, name, kind, email, why }]);
  }
  return candidates;
}

/** By the trigrams that two names have in common, as pg_trgm's `similarity`; each is looked up, so that thousands of donors are no matter. */
function similar(tx: Tx, givers: Unknown[]): Promise<Found[]> {
  const named = givers.filter(({ name }) => name !== '' && !name.includes('@'));
  if (named.length === 0) return Promise.resolve([]);
  return tx.sql<Found>(
    `with g as materialized (select key, show_trgm(name) as grams from unnest($2::text[], $3::text[]) g(key, name)),
       d as materialized (select id, name, kind, email, show_trgm(name_key) as grams from donor where organization_id = $1 and kind <> 'unidentified' and not has_left),
       shared as (
         select g.key, d.id, count(*) as n from (select key, unnest(grams) as gram from g) g join (select id, unnest(grams) as gram from d) d using (gram) group by 1, 2),
       likeness as (
         select s.key, s.id, s.n / (cardinality(g.grams) + cardinality(d.grams) - s.n)::float8 as alike
           from shared s join g on g.key = s.key join d on d.id = s.id)
     select key, id, name, kind, email, 'similar name' as why
       from (select l.key, d.id, d.name, d.kind, d.email, l.alike, row_number() over (partition by l.key order by l.alike desc, d.id) as n from likeness l join d using (id) where l.alike >= $4) best
      where n <= $5 order by alike desc`,
    [
      tx.organizationId,
      named.map(({ key }) => key),
      named.map(({ name }) => nameKey(name)),
      alike,
      shownAlike,
    ],
  );
}

/** Other givers of the draft at the same address, as the donors they are, or the guests they would be. */
async function sharing(tx: Tx, importId: string, givers: Unknown[]): Promise<Found[]> {
  if (givers.length === 0) return [];
  const others = await tx.sql<{
    key: string;
    other: string;
    name: string;
    id: string | null;
    donor: string | null;
    kind: Found['kind'] | null;
  }>(
    `select g.key, r.giver as other, min(concat_ws(' ', r.first_name, r.last_name)) as name, min(r.donor_id::text) as id, min(d.name) as donor, min(d.kind) as kind
       from unnest($3::text[], $4::text[]) g(key, email)
       join donation_import_row r on r.organization_id = $1 and r.import_id = $2 and lower(r.email) = g.email and r.giver <> g.key and split_part(r.giver, E'\\n', 1) <> ''
       left join donor d on d.organization_id = $1 and d.id = r.donor_id
      group by 1, 2 order by 2`,
    [tx.organizationId, importId, givers.map(({ key }) => key), givers.map(({ email }) => email)],
  );
  return others.map(({ key, other, name, id, donor, kind }) => ({
    key,
    id: id ?? guestIdFor(importId, other),
    name: donor ?? name,
    kind: kind ?? 'guest',
    email: key.split('\n')[1] ?? null,
    why: 'same email address',
  }));
}
