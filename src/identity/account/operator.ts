import type { Database } from '#libs/database';
import { audit } from '#libs/http';
import type { Mail } from '#libs/mail';
import { inChurchesOf, removeFactor, storeUserFactor } from './accounts.js';
import { factorResetEmail } from './emails.js';
import { readFactor } from './accounts.sql.js';

/**
 * Removes the second factor of an account whose owner has lost it and all recovery codes. The
 * operator must first make sure that the request comes from the owner. Tells the owner by email,
 * and records the removal in the audit log of each church of the account.
 * @throws Error if there is no such account, or it has no second factor
 */
export async function resetFactor(db: Database, mail: Mail, email: string): Promise<void> {
  const accountId = await db.platform(async (tx) => {
    const [account] = await readFactor(tx, { email: email.toLowerCase() });
    if (!account) throw new Error(`There is no account for ${email}.`);
    if (!account.factor) throw new Error(`The account ${email} has no second factor.`);
    await removeFactor(tx, account.id);
    await mail.send(
      tx,
      factorResetEmail({ to: email.toLowerCase(), name: '', from: 'Church Connect' }),
    );
    return account.id;
  });
  await inChurchesOf(db, accountId, async (tx, userId) => {
    await storeUserFactor(tx, userId, false);
    await audit(tx, null, 'mfa-reset', { userId });
  });
}
