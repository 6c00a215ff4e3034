import type {
  DecidingField,
  GiftChange,
  HeldVerdict,
  NamedGift,
  OtherGift,
  RowIssue,
  RowVerdict,
} from '#libs/contracts';
import { formatUsd } from '#libs/money';
import { formatLong } from '#libs/calendar';
import { shorten } from '../shorten.js';

// All sentences about rows of a donation file. The sentences about errors in a file of the
// template's format are required wordings. Do not change them.

const fieldNames: Record<DecidingField, string> = {
  status: 'Status',
  type: 'Type',
  test: 'Test mode',
  direction: 'Direction',
  currency: 'Currency',
  amount: 'Money that left the account',
};

/** Returns the column and the word by which a row is no gift. A negative amount is one, too. */
export function wordText(field: DecidingField, word: string): string {
  if (field === 'amount') return fieldNames.amount;
  return `${fieldNames[field]}: ${word === '' ? 'none' : shorten(word)}`;
}

/** Returns the sentence about one problem of a row, without the number of the row. */
function issueText(issue: RowIssue): string {
  switch (issue.is) {
    case 'columnCount':
      return `Column count mismatch${issue.amount ? `. Is “${issue.amount}” one amount?` : ''}`;
    case 'noEmailOrAmount':
      return 'Missing email or amount';
    case 'errorValue':
      return (
        `The giver is an error of a spreadsheet: "${shorten(issue.text)}". Enter the name or ` +
        'email address'
      );
    case 'noGiver':
      return 'Missing email or name';
    case 'noAmount':
      return 'Missing amount';
    case 'amount':
      return `Invalid amount "${issue.text}"${issue.because && `. ${issue.because}`}`;
    case 'paymentMethod': {
      const allowed = `${issue.allowed.slice(0, -1).join(', ')}, or ${issue.allowed.at(-1) ?? ''}`;
      return `Invalid payment method "${issue.text}". Must be ${allowed}`;
    }
    case 'date':
      return `Invalid date format "${issue.text}". Use ${issue.pattern}`;
    case 'timeZone':
      return `The time zone "${issue.text}" is not known`;
    case 'tooLong':
      return `The ${issue.what} is longer than ${issue.limit.toLocaleString('en-US')} characters`;
    case 'unknownEmail':
      return `User not found with email "${shorten(issue.text)}"`;
    case 'unknownName':
      return `User not found with name "${shorten(issue.text)}"`;
    default:
      return issue satisfies never;
  }
}

/** Returns the name of a row by which users find it in the file (`createRowNames`). */
export type NameRow = (row: number) => string;

export const issueMessage = (row: number, issue: RowIssue, nameRow: NameRow): string =>
  `Row ${nameRow(row)}: ${issueText(issue)}`;

/**
 * Returns the sentence about a row; null for a new row, and for a row that was new before the user
 * skipped it.
 */
export function rowMessage(row: number, verdict: RowVerdict, nameRow: NameRow): string | null {
  const text = verdictText(verdict, nameRow);
  return text && `Row ${nameRow(row)}: ${text}`;
}

function verdictText(verdict: RowVerdict, nameRow: NameRow): string | null {
  switch (verdict.state) {
    case 'new':
      return null;
    case 'rejected':
      return issueText(verdict.issues[0]!);
    case 'held':
      return heldText(verdict, nameRow);
    case 'duplicate':
      return {
        sameFile: 'This file was imported already',
        ownExport: 'This donation is already recorded',
        sameNumber: 'This transaction was imported already',
        sameRow: `${otherRow(verdict.like, nameRow)} has the same transaction`,
        refundRecorded: 'An earlier import already recorded this refund',
      }[verdict.reason];
    case 'setAside':
      switch (verdict.reason) {
        case 'word':
          return `Not a gift (${wordText(verdict.field, verdict.word)})`;
        case 'returned':
          return `All of ${formatUsd(verdict.gross)} was refunded`;
        case 'total':
          return 'A total or title of the file, not a gift';
        case 'hidden':
          return 'This row is hidden in the sheet';
        case 'repeated':
          return 'This row repeats a row further up';
        case 'skipped':
          return verdictText(verdict.instead, nameRow);
        default:
          return verdict satisfies never;
      }
    default:
      return verdict satisfies never;
  }
}

const otherRow = ({ row }: OtherGift, nameRow: NameRow): string =>
  row === undefined ? 'Another row' : `Row ${nameRow(row)}`;

const ofRow = ({ row }: OtherGift, nameRow: NameRow): string =>
  row === undefined ? '' : ` of row ${nameRow(row)}`;

function heldText(verdict: HeldVerdict, nameRow: NameRow): string {
  switch (verdict.reason) {
    case 'word':
      return `Is this a gift? (${wordText(verdict.field, verdict.word)})`;
    case 'unknownGiver':
      return `No giver found with ${nameUnknownGiver(verdict)}. Who gave this?`;
    case 'member':
      return `Is this the member ${verdict.name}? The file gives no email address.`;
    case 'household':
      return (
        `A household, or one person? The guest ${verdict.hint ?? ''} has the email address ` +
        `"${verdict.email ?? ''}".`
      );
    case 'severalGuests':
      return `Several guests are named ${verdict.name}. Which of them gave this?`;
    case 'severalGivers':
      return `Several givers are named ${verdict.name}. Which of them gave this?`;
    case 'newCandidate':
      return (
        `An earlier answer says who this giver is, but ${verdict.hint ?? 'somebody'} was added ` +
        'since. Who gave this?'
      );
    case 'giverGone':
      return 'The giver is not in the church’s books anymore. Who is it?';
    case 'numberChanged':
      return 'This transaction is already recorded, with another amount or fund';
    case 'numberOfOther':
      return (
        `This number is recorded for another giver: ${nameGift(verdict.gift)}. Is this another ` +
        'gift?'
      );
    case 'numberOnOtherDay':
      return (
        `This number is recorded for another day: ${nameGift(verdict.gift)}. Is this another ` +
        'gift?'
      );
    case 'otherPart':
      return 'This number and amount are already recorded. Is this another part of the gift?';
    case 'moneyReturned':
      return 'Money of this gift was refunded since it was recorded';
    case 'changedSince':
      return 'This gift was changed since you looked';
    case 'deleted':
      return 'This transaction was recorded before, and deleted';
    case 'rowChanged':
      return (
        `${otherRow(verdict.like, nameRow)} has the same transaction, with another giver, ` +
        'amount or fund'
      );
    case 'rowRepeated':
      return (
        `${otherRow(verdict.like, nameRow)} has the same number and amount. Is this one gift, ` +
        'or two?'
      );
    case 'similar':
      return 'A gift of this donor, day and amount is already recorded';
    case 'similarReturned':
      return (
        'A gift of this donor, day and amount was already recorded, and money of it was ' +
        'refunded'
      );
    case 'similarElsewhere':
      return `This looks like the gift of ${nameGift(verdict.gift)}, which is already recorded`;
    case 'similarCorrected':
      return (
        `This looks like the gift of ${nameGift(verdict.gift)}, which was changed by ` +
        `hand${nameChange(verdict.by)}`
      );
    case 'similarDeleted':
      return (
        `This looks like the gift of ${nameGift(verdict.gift)}, which was deleted by ` +
        `hand${nameChange(verdict.by)}`
      );
    case 'refund':
    case 'refundUnknown':
    case 'refundDeleted':
    case 'refundTooMuch':
      return refundText(verdict, nameRow);
    case 'futureDate':
      return `Is ${formatLong(verdict.date)} right? It is in the future.`;
    case 'oldDate':
      return `Is ${formatLong(verdict.date)} right? It is more than ten years ago.`;
    case 'highAmount':
      return (
        `Is ${formatUsd(verdict.amount)} right? It is more than a hundred times what is usual ` +
        'in this file.'
      );
    default:
      return verdict satisfies never;
  }
}

const nameUnknownGiver = ({ email, name }: { email?: string | null; name: string }): string =>
  email ? `email "${shorten(email)}"` : `name "${shorten(name)}"`;

const nameGift = ({ giver, kind, date }: NamedGift): string =>
  `${kind === 'guest' ? 'the guest ' : ''}${giver} on ${formatLong(date)}`;

const nameChange = ({ by, on }: GiftChange): string =>
  `${by === null ? '' : ` by ${by}`} on ${formatLong(on)}`;

function refundText(verdict: Extract<HeldVerdict, { back: bigint }>, nameRow: NameRow): string {
  const refunded = formatUsd(verdict.back);
  switch (verdict.reason) {
    case 'refundUnknown':
      return `Refunds ${refunded} of a gift that could not be found`;
    case 'refundDeleted':
      return `Refunds ${refunded} of a gift that was deleted`;
    case 'refundTooMuch':
      return `Refunds ${refunded}, which is more than is left of the gift`;
    case 'refund': {
      const { amount } = verdict.change;
      return amount === null
        ? `Refunds the whole gift${ofRow(verdict.like, nameRow)}, which is then deleted`
        : `Refunds ${refunded} of the gift${ofRow(verdict.like, nameRow)}: ` +
            `it becomes ${formatUsd(amount)}`;
    }
    default:
      return verdict satisfies never;
  }
}
