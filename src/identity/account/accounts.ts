import { v7 as newId } from 'uuid';
import type { Database, Tx } from '#libs/database';
import { hashPassword } from '../sign-in/password.js';

/** Makes a sign-in identity, verified: for operators and the demo. Gives its id. @throws when the e-mail is taken */
export async function createAccount(
  tx: Tx,
  account: { email: string; password: string; isSuperAdmin?: boolean; madeByOperator?: boolean },
): Promise<string> {
  const id = newId();
  const made = await tx.sql(
    `insert into account (id, email, password_hash, email_verified_at, is_super_admin, made_by_operator)
     values ($1, $2, $3, now(), $4, $5) on conflict do nothing returning 1`,
    [id, account.email.toLowerCase(), await hashPassword(account.password), account.isSuperAdmin ?? false, account.madeByOperator ?? false],
  );
  if (made.length === 0) throw new Error(`There is an account for ${account.email} already.`);
  return id;
}

/** Does something in each church of an account, one after the other: people lie behind row-level security. Gives the churches' ids. */
export async function inChurchesOf(db: Database, accountId: string, work: (tx: Tx, userId: string, organizationId: string) => Promise<void>): Promise<string[]> {
  const places = await db.platform((tx) => tx.sql<{ id: string; userId: string }>('select organization_id as id, user_id as "userId" from account_church where account_id = $1', [accountId]));
  for (const { id, userId } of places) await db.tenant(id, (tx) => work(tx, userId, id));
  return places.map(({ id }) => id);
}
