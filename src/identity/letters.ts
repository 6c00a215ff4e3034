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
  to, from,
  subject: 'Please confirm your e-mail address',
  greeting: dear(name),
  paragraphs: [`An account with ${from} was made for this e-mail address. Please confirm that it is yours.`],
  button: { label: 'Confirm e-mail address', url },
  notes: ['The link works for three days.', 'If it was not you, please ignore this message: nothing happens without the link.'],
});

export const resetPassword = ({ to, name, from }: Reader, url: string): Letter => ({
  to, from,
  subject: 'Choose a new password',
  greeting: dear(name),
  paragraphs: ['Somebody asked for a new password for your account. If it was you, choose one here.'],
  button: { label: 'Choose a new password', url },
  notes: ['The link works once, for an hour.', 'If it was not you, please ignore this message: your password stays as it is.'],
});

export const passwordChanged = ({ to, name, from }: Reader, url: string): Letter => ({
  to, from,
  subject: 'Your password was changed',
  greeting: dear(name),
  paragraphs: ['The password of your account was changed just now, and every other device was signed out.'],
  button: { label: 'It was not me', url },
  notes: ['If it was you, there is nothing to do.'],
});
