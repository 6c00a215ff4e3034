import type { Email } from '#libs/mail';

interface Reader {
  email: string;
  firstName: string;
}

/**
 * Composes an email about a message to the pastor. These emails contain neither the message nor the
 * name of its writer, because others may read a mailbox, and emails are forwarded.
 */
const messageEmail = (
  { email, firstName }: Reader,
  church: string,
  words: Pick<Email, 'subject' | 'paragraphs' | 'button'>,
): Email => ({
  to: email,
  from: church,
  greeting: firstName ? `Dear ${firstName},` : 'Hello,',
  ...words,
});

export const newMessageEmail = (reader: Reader, church: string, url: string): Email =>
  messageEmail(reader, church, {
    subject: 'A member has written to you',
    paragraphs: [
      `There is a new message in your inbox at ${church}. ` +
        'So that it stays between you and its writer, you read it in the portal.',
    ],
    button: { label: 'Open the inbox', url },
  });

export const replyEmail = (reader: Reader, church: string, url: string): Email =>
  messageEmail(reader, church, {
    subject: 'Your pastor has answered you',
    paragraphs: [
      `There is an answer to your message at ${church}. ` +
        'So that it stays between the two of you, you read it in the portal.',
    ],
    button: { label: 'Read the answer', url },
  });
