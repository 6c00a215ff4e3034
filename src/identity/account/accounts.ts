import { v7 as newId } from 'uuid';
import type { Database, Tx } from '#libs/database';
import { hashPassword } from '../sessions/password.js';

/** Makes a sign-in identity, verified: for operators and the demo. Gives its id. @throws when the email is taken */
export async function createAccount(
  tx: Tx,
  account: { email: string; password: string; isSuperAdmin?: boolean; madeByOperator?: boolean },
): Promise<string> {
  const id = newId();
  const made = await tx.sql(
    `insert into account (id, email, password_hash, email_verified_at, is_super_admin, made_by_operator)
     values ($1, $2, $3, now(), $4, $5) on conflict do nothing returning 1`,
    [
      id,
      account.email.toLowerCase(),
      await hashPassword(account.password),
      account.isSuperAdmin ?? false,
      account.madeByOperator ?? false,
    ],
  );
  if (made.length === 0) throw new Error(`There is an account for ${account.email} already.`);
  return id;
}

/** Does something in each church of an account, one after the other: people lie behind row-level security. Gives the churches' ids. */
export async function inChurchesOf(
  db: Database,
  accountId: string,
  work: (tx: Tx, userId: string, organizationId: string) => Promise<void>,
): Promise<string[]> {
  const places = await db.platform((tx) =>
    tx.sql<{ id: string; userId: string }>(
      'select organization_id as id, user_id as "userId" from account_church where account_id = $1',
      [accountId],
    ),
  );
  for (const { id, userId } of places) await db.tenant(id, (tx) => work(tx, userId, id));
  return places.map(({ id }) => id);
}

/**
 * What was set on an account before anybody showed that its address is theirs, sessions, factors and ways in by a provider,
 * may be somebody else's, who waits for the owner: nothing of it opens the account any longer.
 * @param kept what the owner has shown to be theirs: their password, the session in which they ask
 */
export async function forgetUnproven(
  tx: Tx,
  accountId: string,
  kept: { password?: boolean; session?: string | undefined } = {},
): Promise<void> {
  await tx.sql('delete from session where account_id = $1 and sid is distinct from $2', [
    accountId,
    kept.session ?? null,
  ]);
  await tx.sql('delete from open_id_identity where account_id = $1', [accountId]);
  await removeFactor(tx, accountId);
  await tx.sql(`delete from account_token where account_id = $1 and purpose = 'change-email'`, [
    accountId,
  ]);
  if (!kept.password)
    await tx.sql('update account set password_hash = null where id = $1', [accountId]);
}

/** The second factor with everything that belongs to it. */
export async function removeFactor(tx: Tx, accountId: string): Promise<void> {
  await tx.sql(
    'update account set factor = null, factor_secret = null, factor_phone = null where id = $1',
    [accountId],
  );
  for (const table of ['recovery_code', 'factor_challenge'])
    await tx.sql(`delete from ${table} where account_id = $1`, [accountId]);
  await tx.sql('delete from sent_code where subject = $1', [`factor:${accountId}`]);
}
