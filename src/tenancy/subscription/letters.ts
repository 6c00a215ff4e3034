import type { Tx } from '#libs/database';
import type { Letter, Mail } from '#libs/mail';
import type { Change } from './books.js';

interface Facts {
  church: string;
  /** `Standard` */
  plan: string;
  /** `$80.00` a month */
  price: string;
  /** the church's own calendar date in words, where there is one */
  trialEnds: string | null;
  ends: string | null;
  url: string;
}

type Words = Pick<Letter, 'subject' | 'paragraphs'> & { label: string };

function wordsOf(change: Change, { church, plan, price, trialEnds, ends }: Facts): Words | null {
  if (change === 'subscription-started') {
    const first = trialEnds ? `Nothing is charged until ${trialEnds}; from then on it is ${price} a month.` : `It is ${price} a month.`;
    return { subject: `${church} has subscribed to Church Connect`, paragraphs: [`Thank you. ${church} has the ${plan} plan now. ${first}`, 'You can change the plan, the card or cancel at any time.'], label: 'See the subscription' };
  }
  if (change === 'payment-failed') {
    return { subject: `A payment for ${church} failed`, paragraphs: [`We could not charge ${price} for the ${plan} plan of ${church}. Until it is paid, staff can read everything and change nothing; members are not affected, and nothing is deleted.`, 'Please check the card, or use another.'], label: 'Renew the payment' };
  }
  if (change === 'subscription-canceled') {
    return { subject: `The subscription of ${church} was canceled`, paragraphs: [`The ${plan} plan of ${church} ends${ends ? ` on ${ends}` : ''}. Until then everything stays as it is. Nothing will be deleted.`], label: 'Keep the subscription' };
  }
  if (change === 'subscription-ended') {
    return { subject: `The subscription of ${church} has ended`, paragraphs: [`The ${plan} plan of ${church} has ended. Everything can still be read, and nothing was deleted; staff can go on working once there is a plan again.`], label: 'Choose a plan' };
  }
  return null;
}

/** Tells the church's administrators what changed about their subscription. */
export async function tellAdmins(tx: Tx, mail: Mail, changes: Change[], facts: Facts): Promise<void> {
  const letters = changes.flatMap((change) => wordsOf(change, facts) ?? []);
  if (letters.length === 0) return;
  const admins = await tx.sql<{ email: string; first_name: string }>(
    `select email, first_name from app_user where organization_id = $1 and role = 'admin' and removed_at is null and not is_suspended and account_id is not null`,
    [tx.organizationId],
  );
  for (const { email, first_name: name } of admins) {
    for (const { subject, paragraphs, label } of letters) {
      await mail.send(tx, { to: email, from: 'Church Connect', greeting: name ? `Dear ${name},` : 'Hello,', subject, paragraphs, button: { label, url: facts.url } });
    }
  }
}
