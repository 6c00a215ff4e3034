/** The content of an email. All fields are plain text, so that typed text cannot become markup. */
export interface Email {
  to: string;
  subject: string;
  /** the sender's name that the reader sees: the church's name, or the product's */
  from: string;
  greeting: string;
  paragraphs: string[];
  /** the one action that the email asks for */
  button?: { label: string; url: string };
  /** small print below the button, for example how long the link is valid */
  notes?: string[];
  /** the address with which mail programs stop such emails by one press (RFC 8058) */
  unsubscribe?: string;
  /** the kind of email, for filters (RFC 2919); letters, digits, hyphens and dots only */
  listId?: string;
  /** the address to which mail programs send an answer */
  replyTo?: string;
  /**
   * whether it is sent before other emails, because the recipient waits for it in order to sign in,
   * or because it is a security warning
   */
  isForSignIn?: boolean;
  /** another email without links, which is sent if the mail server refuses this one permanently */
  ifRefused?: Omit<Email, 'button' | 'unsubscribe' | 'replyTo' | 'ifRefused'>;
  /** the conversation in which mail programs show this email; letters and digits only */
  thread?: string;
}

/** The first line of an email that can be answered. Text above it in the answer is new. */
export const answerMark = '— Please write your answer above this line —';

/** Writes an email as plain text and as HTML that old mail programs can show, too. */
export function compose({
  greeting,
  paragraphs,
  button,
  notes = [],
  unsubscribe,
  replyTo,
  from,
}: Email): { text: string; html: string } {
  const text = [
    ...(replyTo ? [answerMark] : []),
    greeting,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    ...(unsubscribe ? [`Unsubscribe:\n${unsubscribe}`] : []),
    `— ${from}`,
  ].join('\n\n');
  const html = [
    headHtml(from),
    `<body style="${styles.body}">`,
    `<div style="${styles.card}">`,
    replyTo ? paragraphHtml(answerMark, styles.mark) : '',
    paragraphHtml(from, 'margin:0 0 24px;font-weight:600'),
    ...[greeting, ...paragraphs].map((line) => paragraphHtml(line, 'margin:0 0 16px')),
    button ? buttonHtml(button) : '',
    notes.map((line) => paragraphHtml(line, styles.note)).join('\n'),
    unsubscribe ? unsubscribeHtml(unsubscribe) : '',
    '</div></body></html>',
  ].join('\n');
  return { text, html };
}

const styles = {
  body:
    'margin:0;padding:24px;background:#f5f6f8;color:#1b2430;' +
    'font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif',
  card:
    'max-width:520px;margin:0 auto;padding:32px;' +
    'background:#fff;border:1px solid #e2e6eb;border-radius:12px',
  mark: 'margin:0 0 16px;font-size:14px;color:#586474',
  button:
    'display:inline-block;padding:12px 20px;background:#1f5fbf;color:#fff;' +
    'border-radius:8px;text-decoration:none;font-weight:600',
  note: 'margin:0 0 8px;font-size:14px;color:#586474',
};

const headHtml = (title: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width">' +
  `<title>${escape(title)}</title></head>`;

const paragraphHtml = (text: string, style: string): string =>
  `<p style="${style}">${escape(text).replaceAll('\n', '<br>')}</p>`;

const buttonHtml = ({ url, label }: { url: string; label: string }): string =>
  `<p style="margin:24px 0">` +
  `<a href="${escape(url)}" style="${styles.button}">${escape(label)}</a></p>`;

const unsubscribeHtml = (url: string): string =>
  '<p style="margin:0;font-size:14px">' +
  `<a href="${escape(url)}" style="color:#586474">Unsubscribe</a></p>`;

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
