import { randomBytes } from 'node:crypto';
import type { Tx } from '#libs/database';
import type { Config } from '../../ops/config.js';
import { deleteRecoveryCodes } from './accounts.sql.js';
import { insertRecoveryCodes } from './second-factor.sql.js';
import { hashOf } from './sent-codes.js';

const codeCount = 10;

/** Whether a text has the format of a recovery code. The hyphens are optional. */
export const isRecoveryCode = (code: string) =>
  /^[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}$/i.test(code.trim());

/** Replaces the recovery codes of an account, and returns the new ones. Only hashes are stored. */
export async function replaceRecoveryCodes(
  tx: Tx,
  config: Config,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () =>
    randomBytes(6)
      .toString('hex')
      .replace(/^(.{4})(.{4})/, '$1-$2-'),
  );
  await deleteRecoveryCodes(tx, { accountId });
  const hashes = codes.map((code) => hashOf(config, code));
  await insertRecoveryCodes(tx, { accountId, hashes });
  return codes;
}
