import type { Tx } from '#libs/database';

// What tenancy needs to know from contexts that use tenancy. They implement these classes, because tenancy imports
// neither of them, and provide them in a global module.

/** The users of the transaction's church. Identity implements it. */
export abstract class ChurchUsers {
  /** Counts the users who take up a place of the church's plan: approved, neither suspended nor removed. */
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
