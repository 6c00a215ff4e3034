import type { Tx } from '#libs/database';
import { fullName, guestsCalled, nameKey, unidentifiedDonor } from '../../donor/donors.js';
import { guestFor, guestIdFor } from './givers.js';

/**
 * Rows that go to somebody who is there no more wait for a person again: a member left, or a guest went with the import that made them.
 * @returns how many
 */
export async function askAboutGone(tx: Tx, importId: string): Promise<number> {
  const gone = await tx.sql<{ id: string }>(
    'select id from donor where organization_id = $1 and has_left',
    [tx.organizationId],
  );
  if (gone.length === 0) return 0;
  const of = [tx.organizationId, importId, gone.map(({ id }) => id)];
  await tx.sql(
    'delete from donation_import_giver where organization_id = $1 and import_id = $2 and donor_id = any($3::uuid[])',
    of,
  );
  const asked = await tx.sql(
    `update donation_import_row set state = 'held', problem = 'giver', donor_id = null, as_guest = false, message = 'Row ' || row || ': The giver is not in the church’s books anymore. Who is it?'
      where organization_id = $1 and import_id = $2 and state = 'new' and act is null and donor_id = any($3::uuid[]) returning 1`,
    of,
  );
  return asked.length;
}

interface Planned {
  donor_id: string;
  giver: string;
  apart: boolean;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
}

/** New guests of a draft, who are made at its commit. */
async function plannedGuests(tx: Tx, importId: string): Promise<Planned[]> {
  const planned = await tx.sql<Planned>(
    `select distinct on (r.donor_id, r.giver) r.donor_id, r.giver, coalesce(a.answer = 'apart', false) as apart, r.first_name, r.last_name, r.email, r.phone
       from donation_import_row r
       left join donation_import_giver a on a.organization_id = $1 and a.import_id = $2 and a.key = r.giver
      where r.organization_id = $1 and r.import_id = $2 and r.state = 'new' and r.act is null and r.as_guest and r.donor_id is not null
        and not exists (select 1 from donor d where d.organization_id = $1 and d.id = r.donor_id)
      order by r.donor_id, r.giver, r.email nulls last, r.phone nulls last, r.row`,
    [tx.organizationId, importId],
  );
  // several givers of the file may be one guest: they are called as the one whose id it is
  return [...Map.groupBy(planned, ({ donor_id }) => donor_id).values()].map(
    (all) => all.find(({ donor_id, giver }) => guestIdFor(importId, giver) === donor_id) ?? all[0]!,
  );
}

/**
 * Under the church's lock: guests whom somebody else made since are found by name and address, as they would have been at first.
 * @returns false when a person has to say which of several guests is meant
 */
export async function findGuestsAnew(tx: Tx, importId: string): Promise<boolean> {
  const of = [tx.organizationId, importId];
  const guests = await plannedGuests(tx, importId);
  const there = Map.groupBy(await guestsCalled(tx, guests.map(nameOf)), (guest) => guest.nameKey);
  const found: { planned: string; id: string }[] = [];
  const unclear: string[] = [];
  for (const guest of guests) {
    const known = guest.apart ? null : guestFor(there.get(nameKey(nameOf(guest))) ?? [], guest);
    if (known === 'several') unclear.push(guest.donor_id);
    else if (known) found.push({ planned: guest.donor_id, id: known.id });
  }
  await tx.sql(
    `update donation_import_row r set donor_id = f.id from unnest($3::uuid[], $4::uuid[]) f(planned, id)
      where r.organization_id = $1 and r.import_id = $2 and r.state = 'new' and r.donor_id = f.planned`,
    [...of, found.map(({ planned }) => planned), found.map(({ id }) => id)],
  );
  if (unclear.length === 0) return true;
  await tx.sql(
    `update donation_import_row set state = 'held', problem = 'giver', donor_id = null, as_guest = false,
            message = 'Row ' || row || ': Several guests are named ' || concat_ws(' ', first_name, last_name) || '. Which of them gave this?'
      where organization_id = $1 and import_id = $2 and state = 'new' and donor_id = any($3::uuid[])`,
    [...of, unclear],
  );
  return false;
}

/**
 * Under the church's lock: guests that the file brings are made, and rows without any name go to Unidentified giver. Ids follow from
 * the import, so that a commit which begins anew makes the same.
 */
export async function makeGuests(tx: Tx, importId: string): Promise<void> {
  const of = [tx.organizationId, importId];
  const made = await plannedGuests(tx, importId);
  await tx.sql(
    `insert into donor (organization_id, id, kind, name, name_key, first_name, last_name, email, phone, made_by, is_apart)
     select $1, d.id, 'guest', d.name, d.key, d.first, d.last, d.email, d.phone, $2, d.apart
       from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean[]) d(id, name, key, first, last, email, phone, apart)`,
    [
      ...of,
      made.map(({ donor_id }) => donor_id),
      made.map(nameOf),
      made.map((guest) => nameKey(nameOf(guest))),
      made.map((guest) =>
        fullName(guest.first_name, guest.last_name) ? guest.first_name : guest.email,
      ),
      made.map(({ last_name }) => last_name),
      made.map(({ email }) => email),
      made.map(({ phone }) => phone),
      made.map(({ apart }) => apart),
    ],
  );
  await learnContacts(tx, importId);
  await rememberGuests(tx, importId);
  await settleNameless(tx, importId);
}

const nameOf = ({ first_name, last_name, email }: Planned) =>
  fullName(first_name, last_name) || (email ?? '');

/** Guests of whom no address or number was known have those of the file. */
async function learnContacts(tx: Tx, importId: string): Promise<void> {
  await tx.sql(
    `update donor d set email = coalesce(d.email, r.email), phone = coalesce(d.phone, r.phone)
       from (select donor_id, min(email) as email, min(phone) as phone from donation_import_row
              where organization_id = $1 and import_id = $2 and state = 'new' and act is null and as_guest and (email is not null or phone is not null) group by donor_id) r
      where d.organization_id = $1 and d.id = r.donor_id and d.kind = 'guest' and (d.email is null and r.email is not null or d.phone is null and r.phone is not null)
        and not exists (select 1 from donor o where o.organization_id = $1 and o.kind = 'guest' and not o.has_left and o.id <> d.id and o.name_key = d.name_key and o.email_key = lower(r.email))`,
    [tx.organizationId, importId],
  );
}

/** Who was a new guest when a person said so has an id now, by which the next file's rows find them; it goes when the guest goes. */
async function rememberGuests(tx: Tx, importId: string): Promise<void> {
  await tx.sql(
    `insert into import_answer (organization_id, kind, key, answer, name, email, donor_id, answered_by)
     select distinct on (a.key) $1::uuid, 'giver', a.key, 'guest', concat_ws(' ', r.first_name, r.last_name), r.email, r.donor_id, i.committed_by
       from donation_import_giver a
       join donation_import_row r on r.organization_id = $1 and r.import_id = $2 and r.giver = a.key and r.state = 'new' and r.donor_id is not null
       join donation_import i on i.organization_id = $1 and i.id = $2
      where a.organization_id = $1 and a.import_id = $2 and a.answer <> 'member' and a.key <> E'\\n'
     on conflict (organization_id, kind, key) do update set donor_id = excluded.donor_id, answer = excluded.answer`,
    [tx.organizationId, importId],
  );
}

async function settleNameless(tx: Tx, importId: string): Promise<void> {
  const nameless = await tx.sql(
    `select 1 from donation_import_row where organization_id = $1 and import_id = $2 and state = 'new' and act is null and donor_id is null limit 1`,
    [tx.organizationId, importId],
  );
  if (nameless.length === 0) return;
  await tx.sql(
    `update donation_import_row set donor_id = $3 where organization_id = $1 and import_id = $2 and state = 'new' and act is null and donor_id is null`,
    [tx.organizationId, importId, await unidentifiedDonor(tx)],
  );
}
