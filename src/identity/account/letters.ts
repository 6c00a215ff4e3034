import { HttpError } from '#libs/http';
import type { Letter } from '#libs/mail';

interface Reader {
  to: string;
  /** as they are greeted */
  name: string;
  /** the church's name, or the product's */
  from: string;
}

const dear = (name: string) => (name ? `Dear ${name},` : 'Hello,');

export const verifyEmail = ({ to, name, from }: Reader, url: string): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Please confirm your email address',
  greeting: dear(name),
  paragraphs: [
    `An account with ${from} was made for this email address. Please confirm that it is yours. You are asked for the password that you chose, or can choose a new one.`,
  ],
  button: { label: 'Confirm email address', url },
  notes: [
    'The link works for three days.',
    'If it was not you, please ignore this message: nothing happens without the link.',
  ],
});

export const joinWithAccount = ({ to, name, from }: Reader, url: string): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: `Joining ${from}`,
  greeting: dear(name),
  paragraphs: [
    `Somebody, probably you, asked to join ${from} with this email address. There is an account with it already, and the password was another one.`,
    'Choose a new password here, and your account joins. Or ask to join again with the password that you have.',
  ],
  button: { label: 'Choose a new password', url },
  notes: [
    'The link works once, for an hour.',
    'If it was not you, please ignore this message: nothing happens without the link.',
  ],
});

export const addressTaken = ({ to, name, from }: Reader): Letter => ({
  to,
  from,
  subject: `Joining ${from}`,
  greeting: dear(name),
  paragraphs: [
    `Somebody, probably you, asked to join ${from} with this email address. It stands there already, with somebody who signs in with another address. Please ask the church to look.`,
  ],
});

export const joined = (
  { to, name, from }: Reader,
  { url, isIn }: { url: string; isIn: boolean },
): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: `Joining ${from}`,
  greeting: dear(name),
  paragraphs: [
    isIn
      ? `You asked to join ${from}. You have your place there already: sign in with your email address and your password.`
      : `You asked to join ${from}. Somebody there lets you in soon; you can sign in already to see where it stands.`,
  ],
  button: { label: 'Sign in', url },
  notes: ['If it was not you, please change your password.'],
});

export const resetPassword = ({ to, name, from }: Reader, url: string): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Choose a new password',
  greeting: dear(name),
  paragraphs: [
    'Somebody asked for a new password for your account. If it was you, choose one here.',
  ],
  button: { label: 'Choose a new password', url },
  notes: [
    'The link works once, for an hour.',
    'If it was not you, please ignore this message: your password stays as it is.',
  ],
});

export const passwordChanged = ({ to, name, from }: Reader, url: string): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Your password was changed',
  greeting: dear(name),
  paragraphs: [
    'The password of your account was changed just now, and every other device was signed out.',
  ],
  button: { label: 'It was not me', url },
  notes: ['If it was you, there is nothing to do.'],
});

export const factorChanged = (
  { to, name, from }: Reader,
  { isOn, url }: { isOn: boolean; url: string },
): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: `Two-factor authentication was turned ${isOn ? 'on' : 'off'}`,
  greeting: dear(name),
  paragraphs: [
    isOn
      ? 'Two-factor authentication was turned on for your account just now. From now on you are asked for a code when you sign in.'
      : 'Two-factor authentication was turned off for your account just now. Your password alone is enough to sign in from now on.',
  ],
  button: { label: 'It was not me', url },
  notes: ['If it was you, there is nothing to do.'],
});

export const recoveryCodesCreated = ({ to, name, from }: Reader, url: string): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'New recovery codes were created',
  greeting: dear(name),
  paragraphs: [
    'New recovery codes were created for your account just now. The earlier ones no longer work.',
  ],
  button: { label: 'It was not me', url },
  notes: ['If it was you, there is nothing to do.'],
});

export const factorReset = ({ to, name, from }: Reader): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Two-factor authentication was turned off',
  greeting: dear(name),
  paragraphs: [
    'Whoever runs the portal turned two-factor authentication off for your account, because they were told that you lost it. Your password alone is enough to sign in until you turn it on again.',
    'If you did not ask for that, please choose a new password and tell your church at once.',
  ],
});

export const codesTried = ({ to, name, from }: Reader, url: string): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Somebody is trying to sign in to your account',
  greeting: dear(name),
  paragraphs: [
    'Somebody who has your password has entered many wrong codes. No more codes are taken for an hour. Where you are signed in you stay signed in, and a recovery code still works.',
    'Please choose a new password: that ends it at once.',
  ],
  button: { label: 'Choose a new password', url },
  notes: ['If it was you, wait an hour or use a recovery code.'],
});

export const verifyNewEmail = ({ to, name, from }: Reader, url: string): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Please confirm your new email address',
  greeting: dear(name),
  paragraphs: [
    `${from} entered this email address for you. Confirm that it is yours, and you sign in with it from then on.`,
  ],
  button: { label: 'Confirm email address', url },
  notes: [
    'The link works for three days, for whoever is signed in with the present address and knows the password.',
    'If you do not know the church, please ignore this message: nothing happens.',
  ],
});

export const emailChangeAsked = ({ to, name, from }: Reader, email: string): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Another email address was entered for you',
  greeting: dear(name),
  paragraphs: [
    `${from} entered ${email} as your email address and writes to it from now on.`,
    'You go on signing in with this address until you follow the link that was sent to the other one. If that one is not yours, please do not follow any link, and tell your church.',
  ],
});

export const emailChanged = ({ to, name, from }: Reader, email: string): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Your email address was changed',
  greeting: dear(name),
  paragraphs: [
    `You sign in with ${email} from now on, and no longer with this address. Every other device was signed out.`,
  ],
  notes: ['If it was you, there is nothing to do. If it was not, please tell your church at once.'],
});

/** For whoever follows a link that was used, has expired or never was. */
export const staleLink = (
  message = 'This link has expired or was used before. Please sign in and ask for a new one.',
) => new HttpError(400, message, 'stale-link');

/**
 * Asks the contact of a new church to confirm the address. Neither the name of the church nor its address is in the text: until the
 * contact has confirmed, they are words of a stranger. The link leads to the church's host.
 * @param options.isNew whether the contact must choose a password, because no confirmed account has the address
 * @param options.sender the super administrator who invites the contact
 */
export const churchWelcome = (
  { to, name, from }: Reader,
  { link, isNew, sender }: { link: string; isNew: boolean; sender?: Sender | undefined },
): Letter => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Welcome to Church Connect',
  greeting: dear(name),
  paragraphs: [
    'A church was registered on Church Connect, and this email address was given as its contact. The church has its own portal now.',
    isNew
      ? 'Choose a password to sign in with, and you are the first administrator of this church.'
      : 'Accept with the password of your account, and you are the first administrator of this church. Nothing happens until then.',
    'Next: complete the setup under Church Appearance, invite your team, and add what your members will look for.',
  ],
  button: { label: isNew ? 'Choose your password' : 'Accept', url: link },
  notes: [
    'The link works for three days.',
    'If you did not register a church, please ignore this message.',
  ],
  ...(sender ? { ifRefused: invitationRefused(sender, from, to) } : {}),
});

/** To the old address of a contact who has not come yet. It names neither the church nor the new address: nobody has proved either. */
export const contactReplaced = ({ to, name, from }: Reader): Letter => ({
  to,
  from,
  subject: 'You are no longer the contact of a church',
  greeting: dear(name),
  paragraphs: [
    'A church on Church Connect had this email address as its contact and now has another one. The link that we sent to you no longer works.',
  ],
  notes: ['If you know nothing of this church, please ignore this message.'],
});

export const dnsSetUp = (
  { to, name, from }: Reader,
  { domain, token, target }: { domain: string; token: string; target: string },
): Letter => ({
  to,
  from,
  subject: `DNS setup for ${domain}`,
  greeting: dear(name),
  paragraphs: [
    `To use ${domain} for your portal, please add two records where your domain is managed:`,
    `CNAME  ${domain}  →  ${target}`,
    `TXT  _church-connect.${domain}  →  ${token}`,
    'The first leads your members to the portal, the second shows that the domain is yours. Changes of DNS may take a day to be seen.',
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
  greeting: dear(sender.name),
  paragraphs: [
    `The mail server refused your invitation to ${invited}, and it will not be sent again.`,
    'Check the address for a typing mistake, and invite the person again with the right one.',
  ],
});

/**
 * @param by the role and name of the person who invites
 * @param sender is told if the mail server refuses the invitation permanently
 */
export const invitation = (
  { to, name, from }: Reader,
  { by, url, sender }: { by: string; url: string; sender: Sender },
): Letter => ({
  to,
  from,
  subject: `You are invited to ${from}`,
  greeting: dear(name),
  paragraphs: [
    `${by} invites you to the members portal of ${from}. Create an account with this email address; somebody there lets you in.`,
  ],
  button: { label: 'Create an account', url },
  notes: ['If you do not know the church, please ignore this message.'],
  ifRefused: invitationRefused(sender, from, to),
});
