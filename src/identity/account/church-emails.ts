import type { Email } from '#libs/mail';
import { salutation, type Reader } from './emails.js';

/**
 * Asks the contact of a new church to confirm the address. Neither the name of the church nor its
 * address is in the text: until the contact has confirmed, they are words of a stranger. The link
 * leads to the church's host.
 * @param options.isNew whether the contact must choose a password, because no confirmed account has
 *   the address
 * @param options.sender the super administrator who invites the contact
 */
export const contactWelcomeEmail = (
  { to, name, from }: Reader,
  { link, isNew, sender }: { link: string; isNew: boolean; sender?: Sender | undefined },
): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Welcome to Church Connect',
  greeting: salutation(name),
  paragraphs: [
    'A church was registered on Church Connect, and this email address was given as its ' +
      'contact. The church has its own portal now.',
    isNew
      ? 'Choose a password to sign in with, and you are the first administrator of this church.'
      : 'Accept with the password of your account, and you are the first administrator of this ' +
        'church. Nothing happens until then.',
    'Next: complete the setup under Church Appearance, invite your team, and add what your ' +
      'members will look for.',
  ],
  button: { label: isNew ? 'Choose your password' : 'Accept', url: link },
  notes: [
    'The link works for three days.',
    'If you did not register a church, please ignore this message.',
  ],
  ...(sender ? { ifRefused: invitationRefused(sender, from, to) } : {}),
});

/**
 * Tells the old address that it is no longer a church's contact. Names neither the church nor the
 * new address, because neither is confirmed.
 */
export const contactReplacedEmail = ({ to, name, from }: Reader): Email => ({
  to,
  from,
  subject: 'You are no longer the contact of a church',
  greeting: salutation(name),
  paragraphs: [
    'A church on Church Connect had this email address as its contact and now has another ' +
      'one. The link that we sent to you no longer works.',
  ],
  notes: ['If you know nothing of this church, please ignore this message.'],
});

export const dnsSetupEmail = (
  { to, name, from }: Reader,
  { domain, token, target }: { domain: string; token: string; target: string },
): Email => ({
  to,
  from,
  subject: `DNS setup for ${domain}`,
  greeting: salutation(name),
  paragraphs: [
    `To use ${domain} for your portal, please add two records where your domain is managed:`,
    `CNAME  ${domain}  →  ${target}`,
    `TXT  _church-connect.${domain}  →  ${token}`,
    'The first leads your members to the portal, the second shows that the domain is yours. ' +
      'Changes of DNS may take a day to be seen.',
  ],
});

/** The person who caused an email, and is told if the mail server refuses it permanently. */
export interface Sender {
  email: string;
  name: string;
}

/** Tells the sender of an invitation that the mail server has refused it. */
const invitationRefused = (sender: Sender, from: string, invited: string) => ({
  to: sender.email,
  from,
  subject: 'Your invitation could not be delivered',
  greeting: salutation(sender.name),
  paragraphs: [
    `The mail server refused your invitation to ${invited}, and it will not be sent again.`,
    'Check the address for a typing mistake, and invite the person again with the right one.',
  ],
});

/**
 * @param by the role and name of the person who invites
 * @param sender is told if the mail server refuses the invitation permanently
 */
export const invitationEmail = (
  { to, name, from }: Reader,
  { by: invitedBy, url, sender }: { by: string; url: string; sender: Sender },
): Email => ({
  to,
  from,
  subject: `You are invited to ${from}`,
  greeting: salutation(name),
  paragraphs: [
    `${invitedBy} invites you to the members portal of ${from}. ` +
      'Create an account with this email address; somebody there lets you in.',
  ],
  button: { label: 'Create an account', url },
  notes: ['If you do not know the church, please ignore this message.'],
  ifRefused: invitationRefused(sender, from, to),
});
