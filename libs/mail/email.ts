/** What a message says. Everything in it is text: what people typed cannot become markup. */
export interface Email {
  to: string;
  subject: string;
  /** who it is from, as the reader knows them: the church's name, or the product's */
  from: string;
  greeting: string;
  paragraphs: string[];
  /** the one thing to do */
  button?: { label: string; url: string };
  /** small print after it: how long a link lives, what to do if it was not you */
  notes?: string[];
  /** where a mail program has these emails stopped, with one press (RFC 8058) */
  unsubscribe?: string;
  /** names the kind of emails for filters of mail programs (RFC 2919): letters, digits, hyphens and dots */
  listId?: string;
  /** an address that takes the answer to it */
  replyTo?: string;
  /** somebody needs it to sign in, or has to know at once who may: it leaves before all others */
  isForSignIn?: boolean;
  /** another email, which is sent if the mail server refuses this one permanently; it has no links */
  ifRefused?: Omit<Email, 'button' | 'unsubscribe' | 'replyTo' | 'ifRefused'>;
  /** what several emails are about, in letters and digits: mail programs show them as one conversation */
  thread?: string;
}

/** The first line of an email that can be answered: what stands above it in the answer is new. */
export const answerMark = '— Please write your answer above this line —';

/** The same words as plain text and as HTML that mail programs of all ages show. */
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
  const p = (line: string, style = 'margin:0 0 16px') =>
    `<p style="${style}">${escape(line).replaceAll('\n', '<br>')}</p>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(from)}</title></head>
<body style="margin:0;padding:24px;background:#f5f6f8;color:#1b2430;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e2e6eb;border-radius:12px">
${replyTo ? p(answerMark, 'margin:0 0 16px;font-size:14px;color:#586474') : ''}
${p(from, 'margin:0 0 24px;font-weight:600')}
${[greeting, ...paragraphs].map((line) => p(line)).join('\n')}
${button ? `<p style="margin:24px 0"><a href="${escape(button.url)}" style="display:inline-block;padding:12px 20px;background:#1f5fbf;color:#fff;border-radius:8px;text-decoration:none;font-weight:600">${escape(button.label)}</a></p>` : ''}
${notes.map((line) => p(line, 'margin:0 0 8px;font-size:14px;color:#586474')).join('\n')}
${unsubscribe ? `<p style="margin:0;font-size:14px"><a href="${escape(unsubscribe)}" style="color:#586474">Unsubscribe</a></p>` : ''}
</div></body></html>`;
  return { text, html };
}

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
