import type { Database } from '#libs/database';
import { CannotOpen, type KeyRing } from '#libs/sealed';
import { churchIds } from '../../tenancy/index.js';
import { MessageEntity } from './message.entity.js';
import { countByKey, lockMessagesAfter } from './messages.sql.js';
import { aboutField, sealedFields, type SealedField } from './sealing.js';

/** rows that one transaction seals anew */
const atOnce = 500;

/**
 * Seals every message of a church with the newest key, while people write and read.
 * @returns how many were sealed anew, and how many cannot be opened and stay as they are
 */
export async function resealMessages(
  db: Database,
  keys: KeyRing,
  organizationId: string,
): Promise<{ sealed: number; stuck: number }> {
  let [sealed, stuck, after] = [0, 0, '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const rows = await db.tenant(organizationId, async (tx) => {
      const found = await lockMessagesAfter(tx, { after, limit: atOnce });
      for (const row of found) {
        if (
          sealedFields.every(
            (field) => row[field] === null || row[field].startsWith(`${keys.current}.`),
          )
        )
          continue;
        try {
          const reseal = (old: string, field: SealedField) => {
            const about = aboutField({ organizationId, id: row.id }, field);
            return keys.seal(keys.unseal(old, about), about);
          };
          const sealedAnew = {
            subject: reseal(row.subject, 'subject'),
            content: reseal(row.content, 'content'),
            reply: row.reply === null ? null : reseal(row.reply, 'reply'),
          };
          await tx.em.nativeUpdate(MessageEntity, { organizationId, id: row.id }, sealedAnew);
          sealed++;
        } catch (error) {
          if (!(error instanceof CannotOpen)) throw error;
          stuck++;
        }
      }
      return found;
    });
    if (rows.length < atOnce) return { sealed, stuck };
    after = rows.at(-1)!.id;
  }
}

/** A sentence for the operator where messages are there whose keys are not; at the start. */
export async function unopenable(db: Database, keys: KeyRing): Promise<string[]> {
  let count = 0;
  for (const id of await churchIds(db)) {
    const rows = await db.tenant(id, (tx) => countByKey(tx));
    for (const row of rows) if (!keys.has(row.key)) count += row.count;
  }
  return count === 0
    ? []
    : [
        `${count === 1 ? 'One message' : `${count} messages`} to the pastor cannot be opened: sealed with a key that is neither in MESSAGE_KEYS nor in DATA_DIR/message-keys. Put it back from a backup.`,
      ];
}
