import { HttpError } from '#libs/http';

/** Days after a ticket was resolved or closed for which it can be answered by email. */
export const answerableDays = 30;
/** Emails of one person to one ticket in an hour. More of them come from two programs that answer each other. */
export const hourlyEmails = 20;

/** What is done about an email that is not accepted. */
interface RefusalRule {
  /** for the log, which must not name a person */
  log: string;
  /** what its sender is told; null if nobody is told */
  told: string | null;
}

/**
 * Every way in which an email is refused. Nobody is told about an automatic email, so that no two programs answer each
 * other, and about a repeated one, which was accepted before. Nobody is told either as long as it is not certain that
 * the email comes from a person who may use the portal.
 */
export const refusalRules = {
  'unreadable-header': { log: 'its header cannot be read', told: null },
  'no-reply-address': { log: 'it was not sent to a reply address', told: null },
  'wrong-sender': {
    log: 'the sender is not the user to whom the reply address belongs',
    told: null,
  },
  'no-access': { log: 'the user may not open the portal', told: null },
  automatic: { log: 'it was sent automatically', told: null },
  repeated: { log: 'it arrived before', told: null },
  'too-many': {
    log: 'the user sent too many emails to the ticket within an hour',
    told: `You sent more than ${hourlyEmails} emails about this ticket within an hour. Please wait an hour and send it again, or answer in the portal.`,
  },
  unreadable: {
    log: 'it cannot be read',
    told: 'The portal could not read it. Please send it again as plain text and with smaller attachments, or answer in the portal.',
  },
  empty: {
    log: 'it has no text and no attachment',
    told: 'It contains no new text and no attachment. Please write your answer above the quoted text and send it again, or answer in the portal.',
  },
  closed: {
    log: `the ticket was closed more than ${answerableDays} days ago`,
    told: `This ticket was closed more than ${answerableDays} days ago. Please open a new ticket in the portal.`,
  },
  'not-visible': {
    log: 'the user may not see the ticket',
    told: 'You can no longer see this ticket. Please open a new ticket in the portal.',
  },
} as const satisfies Record<string, RefusalRule>;

export type RefusalReason = keyof typeof refusalRules;

/** An email that is not accepted. The same email would be refused again. */
export class RefusedEmail extends Error {
  /**
   * @param rule what is logged and told
   * @param detail for the log, in parentheses
   */
  private constructor(
    readonly rule: RefusalRule,
    detail?: string,
  ) {
    super(detail === undefined ? rule.log : `${rule.log} (${detail})`);
  }

  static because(reason: RefusalReason, detail?: string): RefusedEmail {
    return new RefusedEmail(refusalRules[reason], detail);
  }

  /**
   * Returns what an error of accepting an email means: a refusal, or null for a failure of the program, after which the
   * mail server must send the email again. Where too much is read at once (429 `throttled`), a later attempt succeeds.
   */
  static from(error: unknown): RefusedEmail | null {
    if (error instanceof RefusedEmail) return error;
    if (!(error instanceof HttpError)) return null;
    if (error.getStatus() >= 500 || error.code === 'throttled') return null;
    if (error.getStatus() === 404) return RefusedEmail.because('not-visible');
    return new RefusedEmail({ log: error.code, told: error.message });
  }
}

/**
 * Whether an email of this sender comes from the person with this address. Mail programs may add a tag to the address
 * (`hannah+church@grace.test`) or leave the tag of an address out; both name the same mailbox.
 * @param own the person's address, in lower case
 * @param sender the address in `From`, in lower case
 */
export function isOwnAddress(own: string, sender: string): boolean {
  return sender !== '' && withoutTag(own) === withoutTag(sender);
}

function withoutTag(address: string): string {
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  const hasTag = plus > 0 && plus < at;
  return hasTag ? address.slice(0, plus) + address.slice(at) : address;
}
