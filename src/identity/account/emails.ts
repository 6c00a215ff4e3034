import type { Email } from '#libs/mail';

export interface Reader {
  to: string;
  /** the name in the salutation; empty for a salutation without a name */
  name: string;
  /** the name of the sender: the church, or Church Connect */
  from: string;
}

export const salutation = (name: string) => (name ? `Dear ${name},` : 'Hello,');

export const verificationEmail = ({ to, name, from }: Reader, url: string): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Please confirm your email address',
  greeting: salutation(name),
  paragraphs: [
    `An account with ${from} was made for this email address. ` +
      'Please confirm that it is yours. You are asked for the password that you chose, or can ' +
      'choose a new one.',
  ],
  button: { label: 'Confirm email address', url },
  notes: [
    'The link works for three days.',
    'If it was not you, please ignore this message: nothing happens without the link.',
  ],
});

export const joinWithAccountEmail = ({ to, name, from }: Reader, url: string): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: `Joining ${from}`,
  greeting: salutation(name),
  paragraphs: [
    `Somebody, probably you, asked to join ${from} with this email address. ` +
      'There is an account with it already, and the password was another one.',
    'Choose a new password here, and your account joins. ' +
      'Or ask to join again with the password that you have.',
  ],
  button: { label: 'Choose a new password', url },
  notes: [
    'The link works once, for an hour.',
    'If it was not you, please ignore this message: nothing happens without the link.',
  ],
});

export const addressTakenEmail = ({ to, name, from }: Reader): Email => ({
  to,
  from,
  subject: `Joining ${from}`,
  greeting: salutation(name),
  paragraphs: [
    `Somebody, probably you, asked to join ${from} with this email address. ` +
      'It stands there already, with somebody who signs in with another address. ' +
      'Please ask the church to look.',
  ],
});

export const joinedEmail = (
  { to, name, from }: Reader,
  { url, isIn }: { url: string; isIn: boolean },
): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: `Joining ${from}`,
  greeting: salutation(name),
  paragraphs: [
    isIn
      ? `You asked to join ${from}. You have your place there already: ` +
        'sign in with your email address and your password.'
      : `You asked to join ${from}. Somebody there lets you in soon; you can sign in already ` +
        'to see where it stands.',
  ],
  button: { label: 'Sign in', url },
  notes: ['If it was not you, please change your password.'],
});

export const passwordResetEmail = ({ to, name, from }: Reader, url: string): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Choose a new password',
  greeting: salutation(name),
  paragraphs: [
    'Somebody asked for a new password for your account. If it was you, choose one here.',
  ],
  button: { label: 'Choose a new password', url },
  notes: [
    'The link works once, for an hour.',
    'If it was not you, please ignore this message: your password stays as it is.',
  ],
});

/**
 * Returns an email about a change of the account that a stranger may have made. `url` is the
 * address of the page on which the reader can ask for a new password.
 */
const changeNotice = (
  { to, name, from }: Reader,
  change: { subject: string; paragraph: string; url: string },
): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: change.subject,
  greeting: salutation(name),
  paragraphs: [change.paragraph],
  button: { label: 'It was not me', url: change.url },
  notes: ['If it was you, there is nothing to do.'],
});

export const passwordChangedEmail = (reader: Reader, url: string): Email =>
  changeNotice(reader, {
    subject: 'Your password was changed',
    paragraph:
      'The password of your account was changed just now, and every other device was signed out.',
    url,
  });

export const factorChangedEmail = (
  reader: Reader,
  { isOn, url }: { isOn: boolean; url: string },
): Email =>
  changeNotice(reader, {
    subject: `Two-factor authentication was turned ${isOn ? 'on' : 'off'}`,
    paragraph: isOn
      ? 'Two-factor authentication was turned on for your account just now. ' +
        'From now on you are asked for a code when you sign in.'
      : 'Two-factor authentication was turned off for your account just now. ' +
        'Your password alone is enough to sign in from now on.',
    url,
  });

export const recoveryCodesCreatedEmail = (reader: Reader, url: string): Email =>
  changeNotice(reader, {
    subject: 'New recovery codes were created',
    paragraph:
      'New recovery codes were created for your account just now. The earlier ones no longer work.',
    url,
  });

export const factorResetEmail = ({ to, name, from }: Reader): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Two-factor authentication was turned off',
  greeting: salutation(name),
  paragraphs: [
    'Whoever runs the portal turned two-factor authentication off for your account, because ' +
      'they were told that you lost it. Your password alone is enough to sign in until you ' +
      'turn it on again.',
    'If you did not ask for that, please choose a new password and tell your church at once.',
  ],
});

export const codesTriedEmail = ({ to, name, from }: Reader, url: string): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Somebody is trying to sign in to your account',
  greeting: salutation(name),
  paragraphs: [
    'Somebody who has your password has entered many wrong codes. ' +
      'No more codes are taken for an hour. Where you are signed in you stay signed in, and a ' +
      'recovery code still works.',
    'Please choose a new password: that ends it at once.',
  ],
  button: { label: 'Choose a new password', url },
  notes: ['If it was you, wait an hour or use a recovery code.'],
});

export const newAddressEmail = ({ to, name, from }: Reader, url: string): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Please confirm your new email address',
  greeting: salutation(name),
  paragraphs: [
    `${from} entered this email address for you. ` +
      'Confirm that it is yours, and you sign in with it from then on.',
  ],
  button: { label: 'Confirm email address', url },
  notes: [
    'The link works for three days, for whoever is signed in with the present address and ' +
      'knows the password.',
    'If you do not know the church, please ignore this message: nothing happens.',
  ],
});

export const addressChangeRequestedEmail = ({ to, name, from }: Reader, email: string): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Another email address was entered for you',
  greeting: salutation(name),
  paragraphs: [
    `${from} entered ${email} as your email address and writes to it from now on.`,
    'You go on signing in with this address until you follow the link that was sent to the ' +
      'other one. If that one is not yours, please do not follow any link, and tell your ' +
      'church.',
  ],
});

export const addressChangedEmail = ({ to, name, from }: Reader, email: string): Email => ({
  to,
  from,
  isForSignIn: true,
  subject: 'Your email address was changed',
  greeting: salutation(name),
  paragraphs: [
    `You sign in with ${email} from now on, and no longer with this address. ` +
      'Every other device was signed out.',
  ],
  notes: ['If it was you, there is nothing to do. If it was not, please tell your church at once.'],
});
