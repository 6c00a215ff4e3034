import type { Email } from '#libs/mail';

interface Reader {
  email: string;
  firstName: string;
}

/** Neither email says what was written, nor who wrote: mailboxes are read by others, and forwarded. */
const email = (
  { email, firstName }: Reader,
  church: string,
  words: Pick<Email, 'subject' | 'paragraphs' | 'button'>,
): Email => ({
  to: email,
  from: church,
  greeting: firstName ? `Dear ${firstName},` : 'Hello,',
  ...words,
});

export const written = (reader: Reader, church: string, url: string): Email =>
  email(reader, church, {
    subject: 'A member has written to you',
    paragraphs: [
      `There is a new message in your inbox at ${church}. So that it stays between you and its writer, you read it in the portal.`,
    ],
    button: { label: 'Open the inbox', url },
  });

export const answered = (reader: Reader, church: string, url: string): Email =>
  email(reader, church, {
    subject: 'Your pastor has answered you',
    paragraphs: [
      `There is an answer to your message at ${church}. So that it stays between the two of you, you read it in the portal.`,
    ],
    button: { label: 'Read the answer', url },
  });
