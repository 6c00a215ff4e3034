import { Secret, TOTP } from 'otpauth';
import type { Tx } from '#libs/database';
import { readFactorOf } from './second-factor.sql.js';

type FactorRow = Awaited<ReturnType<typeof readFactorOf>>[number];

export async function factorOf(tx: Tx, accountId: string): Promise<FactorRow> {
  const [row] = await readFactorOf(tx, { accountId });
  return row!;
}

export const totp = (secret: string, email = '') =>
  new TOTP({
    issuer: 'Church Connect',
    label: email,
    secret: Secret.fromBase32(secret),
    period: 30,
    digits: 6,
  });

/** The half minute of the code, at most one away from now; null for a wrong one. */
export function stepOf(secret: string, code: string): number | null {
  const one = totp(secret);
  const delta = one.validate({ token: code.replace(/\s/g, ''), window: 1 });
  return delta === null ? null : one.counter() + delta;
}
