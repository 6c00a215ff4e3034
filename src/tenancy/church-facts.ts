import type { Tx } from '#libs/database';

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
}

/** The imports of the transaction's church. Giving implements it. */
export abstract class ChurchImports {
  /** Returns the size of all imported files in bytes. */
  abstract countBytes(tx: Tx): Promise<number>;
}
