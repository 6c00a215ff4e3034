import type { HtmlToTextOptions } from 'html-to-text';
import type { AddressObject, HeaderValue, ParsedMail } from 'mailparser';
import { answerMark } from './letter.js';
import { senderOf } from './sender.js';

/** What came in a letter, as far as it is an answer to one of ours. */
export interface Inbound {
  /** the one address that it says it comes from, in lower case; empty where there is none, several or a malformed one */
  from: string;
  /** every address that it went to */
  to: string[];
  /** of the letter, as its sender's program named it */
  messageId: string;
  /** why nobody wrote it: an automatic answer, a bounce, a list; null where somebody did */
  automatic: string | null;
  /** what was written anew */
  text: string;
  /** what it repeats of the letters before; null: nothing */
  quoted: string | null;
  attachments: { name: string; content: Buffer }[];
}

/** characters of the words of a letter that are looked at: what somebody writes stands at its beginning */
const mostWords = 200_000;

/** Of a letter that is HTML alone: its words, without pictures and where links lead. */
const asText: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: mostWords, maxDepth: 100, maxChildNodes: 10_000 },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'blockquote', format: 'blockquote', options: { trimEmptyLines: true } },
  ],
};

/** Reads a letter as it came (RFC 5322). @throws Error for what cannot be read as one */
export async function readLetter(raw: Buffer): Promise<Inbound> {
  const [{ simpleParser }, { convert }] = await Promise.all([
    import('mailparser'),
    import('html-to-text'),
  ]); // when the first letter comes: they take 30 MB
  const mail = await simpleParser(raw, {
    skipTextToHtml: true,
    skipHtmlToText: true,
    skipImageLinks: true,
    skipTextLinks: true,
  });
  const to = [
    ...addressesOf(mail.to),
    ...addressesOf(mail.cc),
    ...['delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) =>
      addressesIn(textOf(mail.headers.get(name))),
    ),
  ];
  return {
    from: senderOf(raw),
    to: [...new Set(to)],
    messageId: mail.messageId ?? '',
    automatic: automaticOf(mail),
    ...splitAnswer(
      (mail.text?.trim()
        ? mail.text
        : convert((mail.html || '').slice(0, mostWords), asText)
      ).slice(0, mostWords),
    ),
    // phones put pictures among the words; what belongs to a page, as the logo of a signature, is related to it
    attachments: mail.attachments
      .filter(
        ({ related, contentDisposition, filename }) =>
          !related && (contentDisposition === 'attachment' || filename !== undefined),
      )
      .map(({ filename, content }) => ({ name: filename ?? 'file', content })),
  };
}

/** By RFC 3834 and what programs before it said: whoever answers such a letter talks to a machine. */
function automaticOf({ headers, from }: ParsedMail): string | null {
  const said = (name: string) => textOf(headers.get(name)).trim().toLowerCase();
  if (!['', 'no'].includes(said('auto-submitted').split(';')[0]!.trim())) return 'auto-submitted';
  if (['bulk', 'junk', 'list', 'auto_reply'].includes(said('precedence'))) return 'precedence';
  // `X-Auto-Response-Suppress` is no sign: Exchange adds it to what people write
  if (headers.has('x-autoreply') || headers.has('x-autorespond')) return 'auto-response';
  if (headers.has('list') || headers.has('list-id')) return 'list';
  if (headers.has('return-path') && addressesIn(said('return-path')).length === 0)
    return 'empty return path';
  if (/^multipart\/report/.test(typeOf(headers.get('content-type')))) return 'report';
  if (addressesOf(from).some((address) => /^(mailer-daemon|postmaster)@/.test(address)))
    return 'mailer';
  return null;
}

/** Names and groups are not looked at: an address is what a letter can be answered to. */
const addressesOf = (field: AddressObject | AddressObject[] | undefined): string[] =>
  [field ?? []]
    .flat()
    .flatMap(({ value }) =>
      value.flatMap(({ address, group }) => [address, ...(group ?? []).map((one) => one.address)]),
    )
    .filter((address) => address !== undefined && address !== '')
    .map((address) => address!.toLowerCase());

const addressesIn = (text: string): string[] =>
  text
    .match(/[^\s<>,;:"()[\]]{1,64}@[^\s<>,;:"()[\]]{1,255}/g)
    ?.map((address) => address.toLowerCase()) ?? [];

function textOf(value: HeaderValue | undefined): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(' ');
  if (typeof value !== 'object' || value instanceof Date) return '';
  const said = 'text' in value ? value.text : 'value' in value ? value.value : '';
  return typeof said === 'string' ? said : '';
}
const typeOf = (value: HeaderValue | undefined): string => textOf(value).toLowerCase();

/** Lines with which programs begin what they repeat. */
const beginnings = [
  /^\s*-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|mensaje original)\s*-{2,}\s*$/i,
  /^_{20,}\s*$/,
  /^\s*from: .{1,200}$/i,
];
const isQuote = (line: string) => /^\s*>/.test(line);
/** `On Monday …, Church wrote:`, in whichever language: what stands before repeated lines, or before our own mark, and ends with a colon. */
const isHead = (line: string | undefined) =>
  line !== undefined && /[:：]\s*$/.test(line) && line.length < 300;

/**
 * Parts what was written from what was repeated. Our letters begin with a mark (`answerMark`); what programs put before it
 * goes with it. Where somebody wrote below or between what they repeat, all lines of theirs count.
 */
export function splitAnswer(text: string): { text: string; quoted: string | null } {
  const whole = text.replaceAll('\r\n', '\n').replaceAll('\0', '');
  const lines = whole.split('\n');
  let cut = lines.findIndex(
    (line, at) =>
      line.includes(answerMark) ||
      isQuote(line) ||
      (beginnings.some((one) => one.test(line)) &&
        (!/from:/i.test(line) || /^\s*(sent|date|to):/i.test(lines[at + 1] ?? ''))),
  );
  if (cut === -1) return { text: lines.join('\n').trim(), quoted: null };
  while (cut > 0 && lines[cut - 1]!.trim() === '') cut--;
  // the head may be broken over two lines
  if (isHead(lines[cut - 1]))
    cut -=
      /^\s*\S.{0,20}\d/.test(lines[cut - 1]!) || lines[cut - 2]?.trim() === '' || cut < 2 ? 1 : 2;
  const above = lines.slice(0, cut).join('\n').trim();
  if (above !== '') return { text: above, quoted: lines.slice(cut).join('\n').trim() };
  const own = lines
    .slice(cut)
    .filter(
      (line, at, all) =>
        !isQuote(line) &&
        !(at === 0 && isHead(line)) &&
        !(isHead(line) && isQuote(all[at + 1] ?? '')),
    );
  const isOurs = own.some((line) => line.includes(answerMark)); // repeated without a sign: nothing tells the two apart
  return isOurs
    ? { text: '', quoted: whole.trim() }
    : {
        text: own.join('\n').trim(),
        quoted: lines.slice(cut).filter(isQuote).join('\n').trim() || null,
      };
}
