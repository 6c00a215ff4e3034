import { Secret, TOTP } from 'otpauth';
import type { Tx } from '#libs/database';
import { readFactorOf } from './second-factor.sql.js';

type FactorRow = Awaited<ReturnType<typeof readFactorOf>>[number];

/** Reads the second factor of an account. */
export async function factorOf(tx: Tx, accountId: string): Promise<FactorRow> {
  const [row] = await readFactorOf(tx, { accountId });
  return row!;
}

/**
 * Makes the generator of the codes of an authenticator app.
 * @param email the name that the app shows; only needed for the link that sets it up
 */
export const totp = (secret: string, email = '') =>
  new TOTP({
    issuer: 'Church Connect',
    label: email,
    secret: Secret.fromBase32(secret),
    period: 30,
    digits: 6,
  });

/**
 * Finds the half minute that a code belongs to. Codes of the half minute before and after now are
 * accepted.
 * @returns null for a wrong code
 */
export function stepOf(secret: string, code: string): number | null {
  const generator = totp(secret);
  const delta = generator.validate({ token: code.replace(/\s/g, ''), window: 1 });
  return delta === null ? null : generator.counter() + delta;
}
