import type { Email } from '#libs/mail';
import type { LockedChurch } from '../../tenancy/index.js';

interface Reader {
  email: string;
  /**
   * entered by the person who registered; used in the salutation only if the address is confirmed
   */
  firstName: string;
  emailVerified: boolean;
}

const memberEmail = (
  reader: Reader,
  church: LockedChurch,
  words: Pick<Email, 'subject' | 'paragraphs' | 'button'>,
): Email => ({
  to: reader.email,
  from: church.name,
  greeting: reader.emailVerified && reader.firstName ? `Dear ${reader.firstName},` : 'Hello,',
  ...words,
});

export const approvedEmail = (reader: Reader, church: LockedChurch, url: string): Email =>
  memberEmail(reader, church, {
    subject: `Welcome to ${church.name}`,
    paragraphs: [
      `Your account with ${church.name} has been approved. ` +
        'Everything in the members portal is open to you now.',
    ],
    button: { label: 'Open the members portal', url },
  });

/** Does not contain the reason, which only staff see. */
export const suspendedEmail = (reader: Reader, church: LockedChurch): Email => {
  const contact = [church.email, church.phone].filter(Boolean).join(' or ');
  return memberEmail(reader, church, {
    subject: `Your account with ${church.name} is suspended`,
    paragraphs: [
      'This suspension is temporary, and nothing of yours has been deleted. ' +
        'Until it ends you cannot use the members portal.',
      contact
        ? `If you have questions, please contact the church: ${contact}.`
        : 'If you have questions, please contact the church.',
    ],
  });
};

export const reactivatedEmail = (reader: Reader, church: LockedChurch, url: string): Email =>
  memberEmail(reader, church, {
    subject: `Your account with ${church.name} is open again`,
    paragraphs: [
      'The suspension of your account has ended. You can use the members portal as before.',
    ],
    button: { label: 'Open the members portal', url },
  });

/**
 * Tells the old address that the church has entered another one. Does not name the new address,
 * because the old one may be a mistyped address that belongs to a stranger.
 */
export const addressReplacedEmail = (oldAddress: string, church: LockedChurch): Email => {
  const contact = [church.email, church.phone].filter(Boolean).join(' or ');
  const contactText = contact ? `: ${contact}` : '';
  return {
    to: oldAddress,
    from: church.name,
    subject: 'Your church has another email address for you',
    greeting: 'Hello,',
    paragraphs: [
      `${church.name} had this email address for somebody and now has another one. ` +
        'It no longer writes to this address.',
      'If the address was right and you did not ask for the change, ' +
        `please tell the church at once${contactText}.`,
    ],
    notes: ['If you do not know the church, please ignore this message.'],
  };
};
