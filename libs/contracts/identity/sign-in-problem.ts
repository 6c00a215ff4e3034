// Separate from the schemas, so that a page can import it without the library of the schemas.

/** The reasons for which single sign-on returns to /sign-in, as `problem` in its address. */
export const signInProblems = [
  /** the user canceled at the provider */
  'cancelled',
  /** the sign-in took too long, was begun in another browser, or was already completed */
  'expired',
  'provider-away',
  /** the answer of the provider is invalid, or the provider refused */
  'failed',
  'no-email',
  /**
   * an account has the email address, and the provider does not say that the user has confirmed it
   */
  'unproven-email',
  /** the church has the email address; an email with a link for its confirmation was sent */
  'unconfirmed',
  /** another user of this church has the email address */
  'taken',
  /**
   * the account has no user in this church or, on a host for all churches, in any church; the page
   * /join begins a request for one
   */
  'no-place',
] as const;
export type SignInProblem = (typeof signInProblems)[number];
