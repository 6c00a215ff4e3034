import { createHash } from 'node:crypto';
import libmime from 'libmime';
import { cleanText, decodeText } from './decode-text.js';
import { wholeText, type EmailFile } from './email-file.js';
import { readHeader, type EmailHead } from './email-header.js';
import { readParts, type EmailPart } from './email-parts.js';
import { readHtml } from './html-text.js';
import { splitAnswer } from './quotation.js';
import { wordsOf } from './sent-text.js';

/** An email that arrived, read as an answer to one of our emails. */
export interface Inbound extends EmailHead {
  /** the new text */
  text: string;
  /** the text that it repeats of earlier emails; null: none */
  quoted: string | null;
  attachments: EmailFile[];
}

/** How many characters of an email's text are searched for an answer. */
const maxAnswerText = 200_000;
/** How many characters of one plain text are read, and of all HTML of an email. */
const maxPartText = 1_000_000;
/** How many characters of two forms of the same text are compared. */
const maxComparedText = 20_000;

/**
 * Reads an email as it arrived (RFC 5322).
 * @param sentTexts the texts that earlier emails to its sender may contain; null: not known
 * @throws Error for bytes that are no email
 */
export async function readEmail(
  raw: Buffer,
  sentTexts: readonly string[] | null = null,
): Promise<Inbound> {
  const { text, files } = readContent(await readParts(raw));
  const answer = splitAnswer(text.slice(0, maxAnswerText).toWellFormed(), sentTexts);
  const wholeTextFile = text.length > maxAnswerText ? [wholeText(text)] : [];
  return {
    ...readHeader(raw),
    ...answer,
    attachments: [...wholeTextFile, ...withoutDuplicateFiles(files)],
  };
}

/** The text of a part and its files. */
interface Content {
  text: string;
  files: EmailFile[];
}

/** Reads the text and the files of an email. */
function readContent(root: EmailPart): Content {
  const budget = { html: maxPartText };
  const { text, files } = contentOf(root, { isInText: false, hasTextBefore: false, budget });
  return { text: cleanText(text).trimEnd(), files };
}

/** The position of a part in an email. */
interface Position {
  /**
   * whether the part is inside a `multipart/related`, which contains an HTML text with its pictures
   * and styles
   */
  isInText: boolean;
  /** whether a part before it contains text */
  hasTextBefore: boolean;
  /** how many characters of HTML may still be read */
  budget: { html: number };
}

function contentOf(part: EmailPart, position: Position): Content {
  if (part.type === 'multipart/alternative') return alternativeOf(part, position);
  if (part.type.startsWith('multipart/')) return sequenceOf(part, position);
  if (isText(part, position)) return textOf(part, position);
  return { text: '', files: isLeftOut(part, position) ? [] : [fileOf(part, position)] };
}

/**
 * Returns whether a part is text for the reader. A text with a file name is a file, unless no other
 * part before it contains text.
 */
function isText({ type, isAttached, fileName }: EmailPart, { hasTextBefore }: Position): boolean {
  if (isAttached || !['text/plain', 'text/html'].includes(type)) return false;
  return fileName === null || !hasTextBefore;
}

function sequenceOf({ type, parts }: EmailPart, position: Position): Content {
  const isInText = position.isInText || type === 'multipart/related';
  const texts: string[] = [];
  const files: EmailFile[] = [];
  for (const part of parts) {
    const hasTextBefore = position.hasTextBefore || texts.some((text) => text.trim() !== '');
    const content = contentOf(part, { ...position, isInText, hasTextBefore });
    texts.push(content.text);
    files.push(...content.files);
  }
  return { text: texts.filter((text) => text.trim() !== '').join('\n'), files };
}

/** Renditions of the same text for other devices. */
const otherRenditions = ['text/x-amp-html', 'text/watch-html', 'text/enriched', 'text/richtext'];

/**
 * Reads one of several forms of the same text: the first one, which is the plain text, unless
 * another one has more than twice as many words. The plain text of some programs is only "This
 * email is in HTML".
 */
function alternativeOf({ parts }: EmailPart, position: Position): Content {
  const forms = parts
    .filter(({ type }) => !otherRenditions.includes(type))
    .map((part) => contentOf(part, position));
  const texts = forms.map(({ text }) => text).filter((text) => text.trim() !== '');
  const [first = '', ...otherTexts] = texts;
  const wordCount = otherTexts.length === 0 ? 0 : wordCountOf(first);
  const muchLongerText = otherTexts.find((text) => wordCountOf(text) > 2 * wordCount);
  return { text: muchLongerText ?? first, files: forms.flatMap(({ files }) => files) };
}

const wordCountOf = (text: string): number => wordsOf(text.slice(0, maxComparedText)).length;

function textOf(part: EmailPart, { budget }: Position): Content {
  const { type, flowed, content } = part;
  if (type === 'text/html') return htmlOf(part, budget);
  const text = decodeText(content, part.charset).slice(0, maxPartText);
  return { text: flowed ? libmime.decodeFlowed(text, flowed.deletesSpaces) : text, files: [] };
}

function htmlOf({ content, charset }: EmailPart, budget: Position['budget']): Content {
  const html = decodeText(content, charset ?? charsetIn(content));
  const { text, pictures, length } = readHtml(html, budget.html);
  budget.html -= length;
  const files = pictures.map((picture) => ({
    name: `picture.${picture.type}`,
    content: picture.content,
    isInText: true,
  }));
  return { text, files };
}

/** Returns the charset that an HTML page declares for itself. */
function charsetIn(html: Buffer): string | null {
  const start = html.subarray(0, 2_000).toString('latin1');
  return /charset=["']?([\w-]{1,40})/i.exec(start)?.[1] ?? null;
}

/** Types of cryptographic signatures, with which programs check who sent an email. */
const signatureTypes = [
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
];
/** Types of styles, and of files that Word adds to its pages. */
const pageTypes = ['text/css', 'application/x-mso', 'text/xml', 'application/xml'];

/** Returns whether a part is left out, because nobody needs to read it, such as a signature. */
function isLeftOut({ type, fileName }: EmailPart, { isInText }: Position): boolean {
  const isSignature =
    signatureTypes.includes(type) || /^(smime\.p7s|signature\.asc)$/i.test(fileName ?? '');
  return isSignature || (isInText && pageTypes.includes(type));
}

const invitationName = 'invitation.ics';
/** Names for files without a name, by the type of the part. */
const namesByType: Record<string, string> = {
  'message/rfc822': 'forwarded email.eml',
  'message/global': 'forwarded email.eml',
  'message/delivery-status': 'delivery report.txt',
  'message/disposition-notification': 'receipt.txt',
  'text/calendar': invitationName,
  'text/vcard': 'contact.vcf',
  'text/x-vcard': 'contact.vcf',
  'text/plain': 'text.txt',
  'text/html': 'page.html',
  'text/csv': 'table.csv',
  'application/pdf': 'document.pdf',
  'application/ms-tnef': 'winmail.dat',
};

function fileOf(part: EmailPart, position: Position): EmailFile {
  const { type, fileName, content, hasContentId, isAttached } = part;
  const isPicture = type.startsWith('image/');
  return {
    name: fileName ?? nameFor(type),
    content,
    isInText: isPicture && !isAttached && (hasContentId || position.isInText),
  };
}

function nameFor(type: string): string {
  if (type.startsWith('image/'))
    return `picture.${/^image\/([a-z]{1,10})/.exec(type)?.[1] ?? 'png'}`;
  return namesByType[type] ?? 'file';
}

/**
 * Removes second copies of pictures in the text, such as icons, and of invitations, which emails
 * contain both as a part and as a file.
 */
function withoutDuplicateFiles(files: readonly EmailFile[]): EmailFile[] {
  const firstFileByKey = new Map<string, EmailFile>();
  return files.filter((file) => {
    const key = createHash('sha256').update(file.content).digest('hex');
    const same = firstFileByKey.get(key);
    firstFileByKey.set(key, same ?? file);
    const isCopy = file.isInText || [file.name, same?.name].includes(invitationName);
    return same === undefined || !isCopy;
  });
}
