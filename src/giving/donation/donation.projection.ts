import { prepared, type Tx } from '#libs/database';
import type { Projection } from '#libs/event-sourcing';
import { codec, importOf, type PublishedEvent } from '../events.js';
import type { GiftFacts } from './donation.js';
import { moveTotals, totalTables } from './totals.js';

interface Recorded {
  donationId: string;
  gift: GiftFacts;
  importId: string | null;
  published: PublishedEvent;
}

/**
 * `donation_version`: a row for each version of a donation with the journal numbers from and to which it
 * held, and the totals that follow from the open ones.
 */
export const donationProjection: Projection<PublishedEvent> = {
  name: 'donations',
  tables: ['donation_version', ...totalTables],
  async apply(tx, build, events) {
    let recorded: Recorded[] = [];
    const flush = () => {
      if (recorded.length > 0) insertRecorded(tx, build, recorded);
      recorded = [];
    };
    for (const published of events) {
      const { event } = published;
      switch (event.type) {
        case 'DonationRecorded':
          recorded.push({ ...event.data, published });
          break;
        case 'DonationCorrected':
          flush();
          await correct(tx, build, published, event.data);
          break;
        case 'DonationVoided':
          flush();
          await voidRows(tx, build, published, 'donation_id', event.data.donationId);
          break;
        case 'DonationRestored':
          flush();
          await restore(tx, build, published, event.data.donationId);
          break;
        case 'DonationImportCommitted':
          flush();
          await tx.sql(addImport, [tx.organizationId, build, event.data.importId]);
          break;
        case 'DonationImportUndone':
          flush();
          await voidRows(tx, build, published, 'import_id', event.data.importId);
          break;
        default:
      }
    }
    flush();
  },
};

const columns = `organization_id, build, donation_id, version, state, from_journal, to_journal, donor_id, amount, date, payment_method,
  campaign_id, fundraiser_id, import_id, added_by, event_id, text_event_id, changed_by, recorded_at`;

const gift = {
  donation_id: 'uuid',
  journal: 'bigint',
  donor_id: 'uuid',
  amount: 'bigint',
  date: 'date',
  payment_method: 'text',
  campaign_id: 'uuid',
  fundraiser_id: 'uuid',
  import_id: 'uuid',
  actor: 'uuid',
  event_id: 'uuid',
  at: 'timestamptz',
} as const;
const names = Object.keys(gift) as (keyof typeof gift)[];

const source = `unnest(${names.map((name, index) => `$${index + 3}::${gift[name]}[]`).join(', ')}) as d(${names.join(', ')})`;
const insert = (from: string) => `insert into donation_version (${columns})
  select $1, $2, donation_id, 1, 'given', journal, null, donor_id, amount, date, payment_method, campaign_id, fundraiser_id,
         import_id, actor, event_id, event_id, actor, at from ${from}`;
// one gift, the usual case: without arrays PostgreSQL keeps the plan, which takes longer to make than to run
const insertOne = prepared(
  `with d as materialized (select *, 1 as n from (values (${names.map((name, index) => `$${index + 3}::${gift[name]}`).join(', ')})) as d(${names.join(', ')})),
   inserted as (${insert('d')}),
   ${moveTotals('d')}
   select 1`,
);
const insertMany = prepared(
  `with d as materialized (select *, 1 as n from ${source}), inserted as (${insert('d')}), ${moveTotals('d')} select 1`,
);
const insertOfImport = prepared(insert(source));
/** The totals of an import are moved once, when all its rows are there, as its other rows left them, not with each batch of them. */
const addImport = prepared(
  `with d as materialized (
     select donor_id, date, payment_method, campaign_id, fundraiser_id, amount, 1 as n from donation_version
      where organization_id = $1 and build = $2 and import_id = $3 and to_journal is null),
   ${moveTotals('d')}
   select 1`,
);

/** Without waiting: while PostgreSQL writes these rows of an import, the next ones are made. */
function insertRecorded(tx: Tx, build: number, rows: Recorded[]): void {
  const given = rows.map(
    ({ donationId, gift: facts, importId, published: { stored, journal } }) => ({
      donation_id: donationId,
      journal,
      donor_id: facts.donorId,
      amount: facts.amount,
      date: facts.date,
      payment_method: facts.paymentMethod,
      campaign_id: facts.campaignId,
      fundraiser_id: facts.fundraiserId,
      import_id: importId,
      actor: codec.metadata(stored).actor,
      event_id: stored.id,
      at: stored.recordedAt,
    }),
  );
  if (given.length === 1 && given[0]!.import_id === null) {
    tx.send(insertOne, [tx.organizationId, build, ...names.map((name) => given[0]![name])]);
    return;
  }
  const insertAll = (sql: string, some: typeof given) => {
    if (some.length > 0)
      tx.send(sql, [
        tx.organizationId,
        build,
        ...names.map((name) => some.map((row) => row[name])),
      ]);
  };
  insertAll(
    insertMany,
    given.filter((row) => row.import_id === null),
  );
  insertAll(
    insertOfImport,
    given.filter((row) => row.import_id !== null),
  );
}

/** What an import changes of the gifts that it brings itself is in no total yet: they are added at its marker. */
const isCounted = (withinImport: string) =>
  `(${withinImport}::uuid is null or import_id is distinct from ${withinImport}::uuid)`;

const correctSql = prepared(
  `with closed as (
     update donation_version set to_journal = $4
      where organization_id = $1 and build = $2 and donation_id = $3 and to_journal is null returning *),
   opened as (
     insert into donation_version (${columns})
     select organization_id, build, donation_id, version + 1, 'given', $4, null, $5::uuid, $6::bigint, $7::date, $8::text, $9::uuid, $10::uuid,
            import_id, added_by, $11::uuid, case when $12::boolean then $11::uuid else text_event_id end, $13::uuid, $14::timestamptz
       from closed),
   d as (
     select donor_id, date, payment_method, campaign_id, fundraiser_id, -amount as amount, -1 as n from closed where ${isCounted('$15')}
     union all select $5::uuid, $7::date, $8::text, $9::uuid, $10::uuid, $6::bigint, 1 from closed where ${isCounted('$15')}),
   ${moveTotals('d')}
   select 1`,
);

async function correct(
  tx: Tx,
  build: number,
  { stored, journal }: PublishedEvent,
  {
    donationId,
    after,
    textChanged,
  }: { donationId: string; after: GiftFacts; textChanged: boolean },
): Promise<void> {
  await tx.sql(correctSql, [
    tx.organizationId,
    build,
    donationId,
    journal,
    after.donorId,
    after.amount,
    after.date,
    after.paymentMethod,
    after.campaignId,
    after.fundraiserId,
    stored.id,
    textChanged,
    codec.metadata(stored).actor,
    stored.recordedAt,
    importOf(stored.stream),
  ]);
  dropEmptyTotals(tx, build);
}

/** Closes the open versions; a row that is never open says who did it and when. */
async function voidRows(
  tx: Tx,
  build: number,
  { stored, journal }: PublishedEvent,
  key: 'donation_id' | 'import_id',
  id: string,
): Promise<void> {
  await tx.sql(
    `with closed as (
       update donation_version set to_journal = $4
        where organization_id = $1 and build = $2 and ${key} = $3 and to_journal is null returning *),
     opened as (
       insert into donation_version (${columns})
       select organization_id, build, donation_id, version + 1, 'voided', $4, $4, donor_id, amount, date, payment_method, campaign_id,
              fundraiser_id, import_id, added_by, $5::uuid, text_event_id, $6::uuid, $7::timestamptz
         from closed),
     d as (
       select donor_id, date, payment_method, campaign_id, fundraiser_id, -amount as amount, -1 as n from closed where ${isCounted('$8')}),
     ${moveTotals('d')}
     select 1`,
    [
      tx.organizationId,
      build,
      id,
      journal,
      stored.id,
      codec.metadata(stored).actor,
      stored.recordedAt,
      key === 'donation_id' ? importOf(stored.stream) : null,
    ],
  );
  dropEmptyTotals(tx, build);
}

/** The version that was voided last stands again; its text with it. */
async function restore(
  tx: Tx,
  build: number,
  { stored, journal }: PublishedEvent,
  donationId: string,
): Promise<void> {
  await tx.sql(
    `with voided as (
       select * from donation_version where organization_id = $1 and build = $2 and donation_id = $3 order by version desc limit 1),
     opened as (
       insert into donation_version (${columns})
       select organization_id, build, donation_id, version + 1, 'given', $4, null, donor_id, amount, date, payment_method, campaign_id,
              fundraiser_id, import_id, added_by, $5::uuid, text_event_id, $6::uuid, $7::timestamptz
         from voided),
     d as (select donor_id, date, payment_method, campaign_id, fundraiser_id, amount, 1 as n from voided),
     ${moveTotals('d')}
     select 1`,
    [
      tx.organizationId,
      build,
      donationId,
      journal,
      stored.id,
      codec.metadata(stored).actor,
      stored.recordedAt,
    ],
  );
}

const emptySql = totalTables.map((table) =>
  prepared(`delete from ${table} where organization_id = $1 and build = $2 and count = 0`),
);

function dropEmptyTotals(tx: Tx, build: number): void {
  for (const sql of emptySql) tx.send(sql, [tx.organizationId, build]);
}
