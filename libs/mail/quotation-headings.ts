import { answerMark } from './email.js';
import { wordsOf } from './sent-text.js';

/** How many characters of a line are examined. */
const longestHeading = 400;
/** The maximum number of lines of a sentence such as "On Monday, … wrote:". */
const attributionLines = 4;
/** The maximum number of lines of a block such as "From: / Sent: / To: / Subject:". */
const blockLines = 20;
/** The minimum number of different fields in a block. */
const fewestFields = 3;

/** The labels of a heading's fields in several languages, by their meaning. */
const labels: Record<string, string[]> = {
  from: [
    'from',
    'de',
    'von',
    'da',
    'van',
    'från',
    'fra',
    'lähettäjä',
    'od',
    'от',
    'від',
    '发件人',
    '寄件者',
    '差出人',
    '보낸 사람',
  ],
  sent: [
    'sent',
    'date',
    'enviado',
    'enviado el',
    'enviado em',
    'enviada',
    'enviada em',
    'fecha',
    'data',
    'gesendet',
    'gesendet am',
    'datum',
    'envoyé',
    'envoyé le',
    'inviato',
    'verzonden',
    'skickat',
    'sendt',
    'dato',
    'lähetetty',
    'wysłano',
    'odesláno',
    'дата',
    'отправлено',
    '发送时间',
    '日期',
    '寄件日期',
    '送信日時',
    '보낸 날짜',
  ],
  to: [
    'to',
    'para',
    'an',
    'à',
    'a',
    'aan',
    'till',
    'til',
    'vastaanottaja',
    'do',
    'komu',
    'кому',
    '收件人',
    '收件者',
    '宛先',
    '받는 사람',
  ],
  cc: ['cc', 'kopie', 'copia', 'kopia', 'kopi', 'копия', '抄送', '副本'],
  replyTo: ['reply-to', 'responder a', 'antwort an', 'répondre à'],
  subject: [
    'subject',
    'asunto',
    'betreff',
    'objet',
    'assunto',
    'oggetto',
    'onderwerp',
    'ämne',
    'emne',
    'aihe',
    'temat',
    'předmět',
    'тема',
    '主题',
    '主旨',
    '件名',
    '제목',
  ],
};
const meaningByLabel = new Map(
  Object.entries(labels).flatMap(([meaning, words]) => words.map((word) => [word, meaning])),
);

/** Words that mean "wrote" or "writes" in several languages. */
const wrote =
  /\bwr(ote|ites)\b|escribi[óo]|écrit|ecrit|schrieb|scri(sse|tto)|escreveu|schreef|skr[ei]v|kirjoitti|napisał|naps?al|napísal|írta|scris|yazdı|пис|έγραψε|rašė|rakstīja|kirjutas|escri|idatzi|写道|寫道|書きました|작성|đã viết|menulis|เขียน|כתב|كتب|aliandika/iu;
/** Lines between dashes with which programs begin a quotation. */
const originalMessages = new Set([
  'original message',
  'original email',
  'forwarded message',
  'mensaje original',
  'mensaje reenviado',
  'ursprüngliche nachricht',
  'original-nachricht',
  'weitergeleitete nachricht',
  "message d'origine",
  'message original',
  'message transféré',
  'messaggio originale',
  'mensagem original',
  'oorspronkelijk bericht',
  'ursprungligt meddelande',
  'opprinnelig melding',
  'oprindelig meddelelse',
]);
/** The beginning of a sentence such as "On Mon, Nov 23, 2026 …" in several languages. */
const attributionStart =
  /^\P{L}{0,3}(on|el|le|am|em|il|op|den|dne|dnia|w dniu|den|vào|pada|\d|(mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[ée]|jue|vie|s[áa]b|dom|mer|jeu|ven|sam|dim|pon|wt|śr|czw|pt|sob|niedz)\p{L}{0,9}[,.]? )/iu;

/** Removes the signs of a quotation, the asterisks of bold text, and spaces at both ends. */
export const plainLine = (line: string): string =>
  line
    .slice(0, longestHeading)
    .replace(/^[\s>]+/, '')
    .replace(/[*_\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
    .trim();

/**
 * Returns whether a line consists of dashes or the like, such as Outlook's line above a heading.
 */
export function isSeparator(line: string): boolean {
  const signs = line.slice(0, longestHeading + 1).replace(/[\s>|]/g, '');
  return line.length <= longestHeading && signs.length >= 3 && /^[-_=*~#]+$/.test(signs);
}

const markWords = wordsOf(answerMark).join(' ');
/** Returns whether a line contains the mark at the beginning of emails that can be answered. */
export const hasAnswerMark = (line: string): boolean =>
  ` ${wordsOf(line.slice(0, longestHeading)).join(' ')} `.includes(` ${markWords} `);

/** Returns whether a line is similar to "-----Original Message-----". */
export function isOriginalMessage(line: string): boolean {
  const text = plainLine(line);
  if (!text.startsWith('--') || !text.endsWith('--')) return false;
  const words = text.split('--').map(withoutDash).filter(Boolean);
  return words.length === 1 && originalMessages.has(words[0]!.toLowerCase().replace('’', "'"));
}

/** Removes the dash that remains on each side if the number of dashes is odd. */
const withoutDash = (words: string): string => words.replace(/^-/, '').replace(/-$/, '').trim();

/**
 * Counts the lines of a heading such as "From: … / Sent: … / To: … / Subject: …" that begins at a
 * line. Fields may take several lines, and there may be empty lines between them.
 * @returns 0 if no such heading begins there
 */
export function headingBlockAt(lines: readonly string[], start: number): number {
  if (fieldOf(lines[start]!) !== 'from') return 0;
  const foundFields = new Set(['from']);
  let end = start + 1;
  for (let index = start + 1; index < Math.min(lines.length, start + blockLines); index++) {
    const field = fieldOf(lines[index]!);
    const isNew = field !== undefined && field !== 'from' && !foundFields.has(field);
    if (isNew) {
      foundFields.add(field);
      end = index + 1;
    } else if (index - end >= 4) break;
  }
  return foundFields.size >= fewestFields ? end - start : 0;
}

/**
 * Returns the meaning of the field in a line: `from`, `sent`, `to`, `cc`, `replyTo` or `subject`.
 */
function fieldOf(line: string): string | undefined {
  const [, label] = /^([\p{L} -]{1,20}?) ?[:：]/u.exec(plainLine(line)) ?? [];
  return label === undefined ? undefined : meaningByLabel.get(label.toLowerCase());
}

/**
 * Counts the lines of fields in an unknown language, such as "Från: … / Skickat: …", that end above
 * a line.
 * @param end the index of the line after the last field
 */
export function unknownBlockAbove(lines: readonly string[], end: number): number {
  let start = end;
  while (
    start > 0 &&
    end - start < 8 &&
    /^[\p{L} .-]{1,24}[:：]/u.test(plainLine(lines[start - 1]!))
  )
    start--;
  const block = lines.slice(start, end);
  const hasAddress = block.some((line) => line.slice(0, longestHeading).includes('@'));
  return block.length >= fewestFields && hasAddress ? block.length : 0;
}

/**
 * Counts the lines of a sentence such as "On Mon, Nov 23, 2026 at 9:12 AM Grace <x@y.example>
 * wrote:" that ends at a line. A colon alone is not enough, because the person may have written it.
 * @returns 0 if no such sentence ends there
 */
export function attributionEndingAt(lines: readonly string[], end: number): number {
  if (!/[:：]$/.test(plainLine(lines[end]!))) return 0;
  for (let count = 1; count <= Math.min(attributionLines, end + 1); count++) {
    const start = end - count + 1;
    const sentence = lines.slice(start, end + 1).map(plainLine);
    if (sentence.includes('')) break;
    if (isWholeAttribution(sentence)) return count;
  }
  return hasEvidence(plainLine(lines[end]!)) ? 1 : 0;
}

const isWholeAttribution = ([first, ...rest]: readonly string[]): boolean =>
  attributionStart.test(first!) && /\p{N}/u.test(first!) && hasEvidence([first, ...rest].join(' '));

/** Returns whether a sentence that ends with a colon names a writer, an address or a time. */
function hasEvidence(sentence: string): boolean {
  const hasAddress = /[^\s<>@]@[^\s<>@]/.test(sentence);
  const hasMoment = /\b\d{4}\b/.test(sentence) && /\d{1,2}[:.h]\d{2}/.test(sentence);
  return wrote.test(sentence) || hasAddress || hasMoment;
}

/** Returns whether programs have put a line in the place of a picture. */
export const isPicturePlaceholder = (line: string): boolean =>
  /^\[(cid|image|imagen|bild|inline image)\b[^\]]*\]$/i.test(plainLine(line));

/** Returns whether a line is the greeting of our emails, with any name: names can change later. */
export const isGreeting = (line: string): boolean => /^Dear .{1,100},$/.test(plainLine(line));
