// Apart from the schemas, so that a page can use it without them.

/** Why single sign-on led back to /sign-in, as `problem` in its address. */
export const signInProblems = [
  /** the person turned back at the provider */
  'cancelled',
  /** too late, begun in another browser, or used before */
  'expired',
  'provider-away',
  /** what the provider answered is not to be trusted, or it refused */
  'failed',
  'no-email',
  /** there is an account of this email address, and the provider does not say that it is the person's */
  'unproven-email',
  /** the church knows the address; a letter was sent with which the person shows that it is theirs */
  'unconfirmed',
  /** somebody else has the address in this church */
  'taken',
  /** no place in this church or, on a host that serves all, in any; asking for one begins on the page /join */
  'no-place',
] as const;
export type SignInProblem = (typeof signInProblems)[number];
