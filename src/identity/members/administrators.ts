import type { Database, Tx } from '#libs/database';
import { audit, conflict } from '#libs/http';
import { listActiveChurches } from '../../tenancy/index.js';
import { AppUser } from '../user.entity.js';
import { changeUser, findUserForChange } from '../user-version.js';
import { deleteSessionsOfUser, readHasAdmin } from './members.sql.js';

/** Returns a message for the operator for each church that has users but no admin. */
export async function churchesWithoutAdmin(db: Database): Promise<string[]> {
  const notes: string[] = [];
  for (const { id, name } of await listActiveChurches(db)) {
    const [churchState] = await db.tenant(id, (tx) => readHasAdmin(tx));
    if (churchState!.people && !churchState!.admin)
      notes.push(
        `${name} has no administrator anymore. Make one: ` +
          'npm run cli -- admin:make EMAIL --church SLUG',
      );
  }
  return notes;
}

/**
 * Makes a user of the transaction's church an admin, for the operator of a church that has none
 * left. The user's sessions end.
 * @throws HttpError 409 for a user who may not become an admin
 * @throws Error if no user of the church has the address
 */
export async function makeAdmin(tx: Tx, email: string): Promise<void> {
  const user = await tx.em.findOne(AppUser, {
    organizationId: tx.organizationId!,
    email: email.toLowerCase(),
    removedAt: null,
  });
  const person = user && (await findUserForChange(tx, user.id));
  if (!person) throw new Error(`Nobody of this church has the address ${email}.`);
  const from = person.role;
  assertMayBeAdmin(person);
  await changeUser(tx, person, () => {
    person.role = 'admin';
  });
  await deleteSessionsOfUser(tx, { userId: person.id });
  await audit(tx, null, 'role-changed', { userId: person.id, from, to: 'admin' });
}

/**
 * @throws HttpError 409 for a user who is suspended, pending, or has no account or an unconfirmed
 *   address
 */
export function assertMayBeAdmin(person: AppUser): void {
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ');
  if (person.isSuspended)
    throw conflict(`${name} is suspended. Reactivate them before you make them an administrator.`);
  if (!person.isApproved)
    throw conflict(
      `${name} is waiting for approval. Approve them before you make them an administrator.`,
    );
  if (!person.accountId || !person.emailVerified)
    throw conflict(
      `${name} has not confirmed their email address. ` +
        'They can become an administrator once they have.',
    );
}
