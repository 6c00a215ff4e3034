import type { Database } from '#libs/database';
import { audit } from '#libs/http';
import type { Mail } from '#libs/mail';
import { inChurchesOf, removeFactor, storeUserFactor } from './accounts.js';
import { factorResetEmail } from './emails.js';
import { readFactor } from './accounts.sql.js';

/**
 * Takes the second factor off an account whose owner lost it and every recovery code; only the operator can, who has to be
 * sure that it is the owner who asks. In the log of each of their churches, and told by letter. @throws Error for nobody
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
