import type { Database } from '#libs/database';
import { CannotOpen, type KeyRing } from '#libs/sealed';
import { churchIds } from '../../tenancy/index.js';
import { MessageEntity } from './message.entity.js';
import { countByKey, lockMessagesAfter } from './messages.sql.js';
import { encryptionContext, encryptedFields, type EncryptedField } from './encryption.js';

/** How many messages one transaction encrypts again. */
const batchSize = 500;

/**
 * Encrypts all messages of a church with the newest key. Users can write and read meanwhile.
 * @returns `sealed`: how many messages were encrypted again; `stuck`: how many cannot be decrypted
 * and stay unchanged
 */
export async function reencryptMessages(
  db: Database,
  keys: KeyRing,
  organizationId: string,
): Promise<{ sealed: number; stuck: number }> {
  let [sealed, stuck, after] = [0, 0, '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const rows = await db.tenant(organizationId, async (tx) => {
      const batch = await lockMessagesAfter(tx, { after, limit: batchSize });
      for (const row of batch) {
        if (hasCurrentKey(keys, row)) continue;
        try {
          const encrypted = reencrypt(keys, organizationId, row);
          await tx.em.nativeUpdate(MessageEntity, { organizationId, id: row.id }, encrypted);
          sealed++;
        } catch (error) {
          if (!(error instanceof CannotOpen)) throw error;
          stuck++;
        }
      }
      return batch;
    });
    if (rows.length < batchSize) return { sealed, stuck };
    after = rows.at(-1)!.id;
  }
}

type EncryptedRow = Awaited<ReturnType<typeof lockMessagesAfter>>[number];

/** Returns whether all fields of a message are encrypted with the newest key. */
const hasCurrentKey = (keys: KeyRing, row: EncryptedRow): boolean =>
  encryptedFields.every(
    (field) => row[field] === null || row[field].startsWith(`${keys.current}.`),
  );

/** @throws CannotOpen if the message cannot be decrypted */
function reencrypt(keys: KeyRing, organizationId: string, row: EncryptedRow) {
  const reencryptText = (encrypted: string, field: EncryptedField) => {
    const context = encryptionContext({ organizationId, id: row.id }, field);
    return keys.seal(keys.unseal(encrypted, context), context);
  };
  return {
    subject: reencryptText(row.subject, 'subject'),
    content: reencryptText(row.content, 'content'),
    reply: row.reply === null ? null : reencryptText(row.reply, 'reply'),
  };
}

/**
 * Returns a sentence for the operator if there are messages whose keys are missing; otherwise an
 * empty array.
 */
export async function findUndecryptableMessages(db: Database, keys: KeyRing): Promise<string[]> {
  let count = 0;
  for (const id of await churchIds(db)) {
    const rows = await db.tenant(id, (tx) => countByKey(tx));
    for (const row of rows) if (!keys.has(row.key)) count += row.count;
  }
  if (count === 0) return [];
  const messages = count === 1 ? 'One message' : `${count} messages`;
  return [
    `${messages} to the pastor cannot be opened: sealed with a key that is neither in ` +
      'MESSAGE_KEYS nor in DATA_DIR/message-keys. Put it back from a backup.',
  ];
}
