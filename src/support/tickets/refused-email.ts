import { HttpError } from '#libs/http';

/** How many days after it was resolved or closed a ticket can be answered by email. */
export const answerableDays = 30;
/**
 * How many emails of one user to one ticket are accepted in an hour. More of them probably come
 * from two programs that answer each other.
 */
export const hourlyEmails = 20;

/** What happens to an email that is not accepted. */
interface RefusalRule {
  /** the reason in the log, which must not name a person */
  log: string;
  /** the notice to the sender; null: no notice */
  notice: string | null;
}

/**
 * The reasons to refuse an email. The sender of an automatic email gets no notice, so that no two
 * programs answer each other. The sender of a repeated email gets none, because it was accepted
 * before. Nobody gets a notice unless it is certain that the email is from a user of the portal.
 */
export const refusalRules = {
  'unreadable-header': { log: 'its header cannot be read', notice: null },
  'no-reply-address': { log: 'it was not sent to a reply address', notice: null },
  'wrong-sender': {
    log: 'the sender is not the user to whom the reply address belongs',
    notice: null,
  },
  'no-access': { log: 'the user may not open the portal', notice: null },
  automatic: { log: 'it was sent automatically', notice: null },
  repeated: { log: 'it arrived before', notice: null },
  'too-many': {
    log: 'the user sent too many emails to the ticket within an hour',
    notice:
      `You sent more than ${hourlyEmails} emails about this ticket within an hour. ` +
      'Please wait an hour and send it again, or answer in the portal.',
  },
  unreadable: {
    log: 'it cannot be read',
    notice:
      'The portal could not read it. ' +
      'Please send it again as plain text and with smaller attachments, or answer in the portal.',
  },
  empty: {
    log: 'it has no text and no attachment',
    notice:
      'It contains no new text and no attachment. ' +
      'Please write your answer above the quoted text and send it again, or answer in the portal.',
  },
  closed: {
    log: `the ticket was closed more than ${answerableDays} days ago`,
    notice:
      `This ticket was closed more than ${answerableDays} days ago. ` +
      'Please open a new ticket in the portal.',
  },
  'not-visible': {
    log: 'the user may not see the ticket',
    notice: 'You can no longer see this ticket. Please open a new ticket in the portal.',
  },
} as const satisfies Record<string, RefusalRule>;

export type RefusalReason = keyof typeof refusalRules;

/** An email that is not accepted. The same email would be refused again. */
export class RefusedEmail extends Error {
  /**
   * @param rule what is logged, and the notice to the sender
   * @param detail a text that the log shows in parentheses
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
   * Converts an error into a refusal of the email. Returns null for a failure of the program, after
   * which the mail server must send the email again, and if the program is busy (429 `throttled`).
   */
  static from(error: unknown): RefusedEmail | null {
    if (error instanceof RefusedEmail) return error;
    if (!(error instanceof HttpError)) return null;
    if (error.getStatus() >= 500 || error.code === 'throttled') return null;
    if (error.getStatus() === 404) return RefusedEmail.because('not-visible');
    return new RefusedEmail({ log: error.code, notice: error.message });
  }
}

/**
 * Returns whether a sender's address and a user's address name the same mailbox. Mail programs may
 * add a tag to an address (`hannah+church@grace.test`) or leave it out.
 * @param userAddress the user's address, in lower case
 * @param sender the address in `From`, in lower case
 */
export function isOwnAddress(userAddress: string, sender: string): boolean {
  return sender !== '' && withoutTag(userAddress) === withoutTag(sender);
}

function withoutTag(address: string): string {
  const atSign = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  const hasTag = plus > 0 && plus < atSign;
  return hasTag ? address.slice(0, plus) + address.slice(atSign) : address;
}
