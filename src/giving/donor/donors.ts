import { v7 as newId } from 'uuid';
import { unidentifiedGiver, type DonorKind } from '#libs/contracts';
import { prepared, type Tx } from '#libs/database';
import { lockChurch, Refused } from '#libs/event-sourcing';

/** The only place in giving that knows names. A member's donor id is their user id. */
export interface DonorDetails {
  firstName: string;
  lastName: string;
  email?: string | null;
  phone?: string | null;
}

export const fullName = (first: string | null, last: string | null) => [first, last].filter(Boolean).join(' ');

/** Names that count as the same: case, width and spacing do not matter. */
export const nameKey = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** Makes or renames the donor of an approved member; the ledger shows today's names. */
export async function keepMember(tx: Tx, id: string, { firstName, lastName, email, phone }: DonorDetails): Promise<void> {
  const name = fullName(firstName, lastName) || (email ?? '');
  const known = await tx.sql('select 1 from donor where organization_id = $1 and id = $2', [tx.organizationId, id]);
  if (known.length > 0) await lockChurch(tx, tx.organizationId!);
  await tx.sql(
    `insert into donor (organization_id, id, kind, name, name_key, first_name, last_name, email, phone)
     values ($1, $2, 'member', $3, $4, $5, $6, $7, $8)
     on conflict (organization_id, id) do update
       set name = excluded.name, name_key = excluded.name_key, first_name = excluded.first_name, last_name = excluded.last_name,
           email = excluded.email, phone = excluded.phone, has_left = false`,
    [tx.organizationId, id, name, nameKey(name), firstName, lastName, email ?? null, phone ?? null],
  );
  if (known.length > 0) await renameInLedger(tx, id, name);
}

async function renameInLedger(tx: Tx, donorId: string, name: string): Promise<void> {
  await tx.sql('update ledger set name = $3, name_key = $4 where organization_id = $1 and donor_id = $2 and name <> $3', [
    tx.organizationId, donorId, name, nameKey(name),
  ]);
}

export interface Donor {
  id: string;
  kind: DonorKind;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
}
const columns = 'id, kind, name, first_name, last_name, email, phone';

/** A member who left keeps their name and their gifts; how to reach them is erased, and nothing new is recorded for them. */
export async function memberLeft(tx: Tx, id: string): Promise<void> {
  await lockChurch(tx, tx.organizationId!);
  await tx.sql('update donor set has_left = true, email = null, phone = null where organization_id = $1 and id = $2', [tx.organizationId, id]);
}

const memberSql = prepared(`select ${columns} from donor where organization_id = $1 and id = $2 and kind = 'member' and not has_left`);

/** @throws Refused `Member is required` when this is no member of the church */
export async function requireMember(tx: Tx, userId: string): Promise<Donor> {
  const [member] = await tx.sql<Donor>(memberSql, [tx.organizationId, userId]);
  if (!member) throw new Refused('invalid', 'Member is required');
  return member;
}

/** The guest of that name (one normalised name is one donor); contact details that are given replace the old ones. */
export async function guestDonor(tx: Tx, { firstName, lastName, email, phone }: DonorDetails): Promise<Donor> {
  const name = fullName(firstName, lastName);
  const [known] = await tx.sql<Donor>(
    `select ${columns} from donor
      where organization_id = $1 and kind = 'guest' and name_key = $2 and ($3::text is null or email = $3) and ($4::text is null or phone = $4)`,
    [tx.organizationId, nameKey(name), email ?? null, phone ?? null],
  );
  if (known) return known;
  await lockChurch(tx, tx.organizationId!);
  const [row] = await tx.sql<Donor>(
    `insert into donor (organization_id, id, kind, name, name_key, first_name, last_name, email, phone)
     values ($1, $2, 'guest', $3, $4, $5, $6, $7, $8)
     on conflict (organization_id, name_key) where kind = 'guest' do update
       set email = coalesce(excluded.email, donor.email), phone = coalesce(excluded.phone, donor.phone)
     returning ${columns}`,
    [tx.organizationId, newId(), name, nameKey(name), firstName, lastName, email ?? null, phone ?? null],
  );
  return row!;
}

/** Under whom a donation stands that names nobody, so that the ledger always adds up. */
export async function unidentifiedDonor(tx: Tx): Promise<string> {
  await lockChurch(tx, tx.organizationId!);
  const [row] = await tx.sql<{ id: string }>(
    `insert into donor (organization_id, id, kind, name, name_key) values ($1, $2, 'unidentified', $3, $4)
     on conflict (organization_id) where kind = 'unidentified' do update set name = excluded.name returning id`,
    [tx.organizationId, newId(), unidentifiedGiver, nameKey(unidentifiedGiver)],
  );
  return row!.id;
}
