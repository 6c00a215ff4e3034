import type { Tx } from '#libs/database';
import { describeOtherChange, type ChurchActor } from '#libs/http';

// Facts that tenancy needs from contexts that import tenancy. Tenancy cannot import them, so they
// implement these classes and provide them in a global module.

/** The users of the transaction's church. Identity implements it. */
export abstract class ChurchUsers {
  /**
   * Counts the users for the member limit: those who are approved, not suspended and not removed.
   */
  abstract countMembers(tx: Tx): Promise<number>;

  /** Counts the admins who have an account and were not removed. */
  abstract countAdministrators(tx: Tx): Promise<number>;

  /** Finds the admins who have an account and were neither suspended nor removed. */
  abstract findAdministrators(tx: Tx): Promise<{ email: string; firstName: string }[]>;

  /** Returns the first and the last name of a user; null if there is no such user. */
  abstract findName(tx: Tx, id: string): Promise<string | null>;
}

/**
 * Says who has saved a resource of the church, to a user whose own change was therefore refused.
 * @param savedBy the id of the user who saved it; null if it is not known
 * @param resource for example `this setting`
 */
export async function describeChangeOf(
  users: ChurchUsers,
  tx: Tx,
  actor: ChurchActor,
  savedBy: string | null,
  resource: string,
): Promise<string> {
  const user = savedBy === null ? null : { id: savedBy, name: await users.findName(tx, savedBy) };
  return describeOtherChange(actor, user, resource);
}

/** The imports of the transaction's church. Giving implements it. */
export abstract class ChurchImports {
  /** Returns the size of all imported files in bytes. */
  abstract countBytes(tx: Tx): Promise<number>;
}
