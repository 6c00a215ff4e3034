import type { Tx } from '#libs/database';
import type { Email, Mail } from '#libs/mail';
import type { Change } from './stored-subscription.js';

/**
 * The reason for an email to the admins: a change of the subscription, or of one of its payments.
 */
export type EmailReason =
  | { kind: Change }
  | { kind: 'trial-ends' }
  | { kind: 'paid'; amount: string; number: string | null }
  /** `url`: the page where the invoice can be paid, and where the bank may ask for confirmation */
  | { kind: 'failed'; amount: string; url: string | null };

interface Facts {
  church: string;
  /** the name of the plan, such as `Standard` */
  plan: string;
  /** the price a month, such as `$80.00` */
  price: string;
  /** a date in words, in the church's time zone; null if the subscription is not on trial */
  trialEnds: string | null;
  renews: string | null;
  ends: string | null;
  /** the address of the page /subscribe */
  url: string;
}

type EmailContent = Pick<Email, 'subject' | 'paragraphs' | 'notes'> & {
  button: NonNullable<Email['button']>;
};

function contentOf(
  reason: EmailReason,
  { church, plan, price, trialEnds, renews, ends, url }: Facts,
): EmailContent | null {
  const endOn = ends ? ` on ${ends}` : '';
  const linkTo = (label: string) => ({ label, url });
  switch (reason.kind) {
    case 'subscription-started': {
      const first = trialEnds
        ? `Nothing is charged until ${trialEnds}; from then on it is ${price} a month.`
        : `It is ${price} a month.`;
      return {
        subject: `${church} has subscribed to Church Connect`,
        paragraphs: [
          `Thank you. ${church} has the ${plan} plan now. ${first}`,
          'You can change the plan, the card or cancel at any time.',
        ],
        button: linkTo('See the subscription'),
      };
    }
    case 'trial-ends':
      return {
        subject: `The free trial of ${church} ends on ${trialEnds}`,
        paragraphs: [
          `On ${trialEnds} the card of ${church} will be charged ${price} for the ${plan} ` +
            'plan, and every month after that.',
          'If that is what you want, there is nothing to do. ' +
            'Until then you can change the plan, the card or cancel.',
        ],
        button: linkTo('See the subscription'),
      };
    case 'plan-changed':
      return {
        subject: `${church} has the ${plan} plan now`,
        paragraphs: [
          `The plan of ${church} was changed to ${plan}, ${price} a ` +
            `month.${nextPayment(trialEnds ?? renews)}`,
          'If that was not meant, an administrator can change it back.',
        ],
        button: linkTo('See the subscription'),
      };
    case 'paid':
      return {
        subject: `A payment for ${church} arrived`,
        paragraphs: [
          `Thank you. We received ${reason.amount} for the ${plan} plan of ` +
            `${church}.${nextPayment(renews)}`,
          ...(reason.number
            ? [
                `The invoice is number ${reason.number}; you find it, and all others, with ` +
                  'the subscription.',
              ]
            : []),
        ],
        button: linkTo('See the invoices'),
      };
    case 'failed':
      return {
        subject: `A payment for ${church} failed`,
        paragraphs: [
          `We could not charge ${reason.amount} for the ${plan} plan of ${church}. ` +
            'Until it is paid, staff can read everything and change nothing; members are not ' +
            'affected, and nothing is deleted.',
          'Your bank may want to ask you first, or the card may have run out. ' +
            'You can pay here, with this card or another.',
        ],
        button: reason.url ? { label: 'Pay now', url: reason.url } : linkTo('Renew the payment'),
        ...(reason.url ? { notes: [`The card for the months to come is changed at ${url}`] } : {}),
      };
    case 'subscription-canceled':
      return {
        subject: `The subscription of ${church} was canceled`,
        paragraphs: [
          `The ${plan} plan of ${church} ends${endOn}. ` +
            'Until then everything stays as it is. Nothing will be deleted.',
        ],
        button: linkTo('Keep the subscription'),
      };
    case 'subscription-paused':
      return {
        subject: `The subscription of ${church} is paused`,
        paragraphs: [
          `The ${plan} plan of ${church} is paused: nothing is charged. ` +
            'Everything can be read, and nothing was deleted; staff can go on working once it ' +
            'is resumed.',
        ],
        button: linkTo('Resume the subscription'),
      };
    case 'subscription-ended':
      return {
        subject: `The subscription of ${church} has ended`,
        paragraphs: [
          `The ${plan} plan of ${church} has ended. ` +
            'Everything can still be read, and nothing was deleted; staff can go on working ' +
            'once there is a plan again.',
        ],
        button: linkTo('Choose a plan'),
      };
    case 'second-subscription-found':
      return {
        subject: `${church} has two subscriptions`,
        paragraphs: [
          `Stripe has a second subscription of ${church} in force, so it may be charged ` +
            'twice. Please write to us, so that we can end one of them and give back what was ' +
            'too much.',
        ],
        button: linkTo('See the subscription'),
      };
    default: // payments are reported with their invoice (`paid`, `failed`)
      return null;
  }
}

const nextPayment = (day: string | null) => (day ? ` The next payment is on ${day}.` : '');

/** Returns the content of the emails for the given reasons. Some changes cause no email. */
export const subscriptionEmails = (reasons: readonly EmailReason[], facts: Facts): EmailContent[] =>
  reasons.flatMap((reason) => contentOf(reason, facts) ?? []);

/** Sends each of the emails to each of the church's admins. */
export async function emailAdmins(
  tx: Tx,
  mail: Mail,
  admins: readonly { email: string; firstName: string }[],
  contents: readonly EmailContent[],
): Promise<void> {
  for (const { email, firstName } of admins) {
    for (const content of contents)
      await mail.send(tx, {
        to: email,
        from: 'Church Connect',
        greeting: firstName ? `Dear ${firstName},` : 'Hello,',
        ...content,
      });
  }
}
