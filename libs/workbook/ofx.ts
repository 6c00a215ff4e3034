import { decode, type Encoding, type FileRow } from '#libs/csv';
import { noTransactions, textTooLong, withDoctype } from './messages.js';

/** The header of a bank file when it is read as a table. */
export const ofxHeader = [
  'Date',
  'Amount',
  'Type',
  'Name',
  'Memo',
  'Transaction ID',
  'Check Number',
  'Currency',
  'Account',
];

const columns = {
  DTPOSTED: 0,
  TRNAMT: 1,
  TRNTYPE: 2,
  NAME: 3,
  MEMO: 4,
  FITID: 5,
  CHECKNUM: 6,
} as const;
const batchRows = 1_000;
const maxValue = 10_000;
const entities: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Whether a file begins like OFX or QFX, in the old form (SGML) or the new one (XML). */
export const looksLikeOfx = (start: string): boolean =>
  /^(?:\ufeff|\xef\xbb\xbf)?\s*(?:OFXHEADER\s*:|<\?OFX\b|<OFX>|<\?xml\b[^>]*\?>\s*<\?OFX\b)/i.test(
    start,
  );

/**
 * Returns the encoding of a bank file: UTF-8 if the sample is valid UTF-8, and Windows-1252
 * otherwise. The encoding that the file names is not used.
 */
export function ofxEncoding(sample: Uint8Array): Encoding {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * Yields the transactions of all accounts of a bank file as rows, below `ofxHeader` in row 1. A
 * value ends where the next tag begins, because old files do not close the tags of values. It
 * replaces only the entities of XML and `&nbsp;`, and fetches nothing.
 */
export async function* ofxRows(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [{ row: 1, cells: ofxHeader }];
  const statement = new Statement();
  let unread = '';
  for await (const text of decode(bytes, encoding)) {
    unread += text;
    for (let from = unread.indexOf('<'); ;) {
      const to = from === -1 ? -1 : unread.indexOf('<', from + 1);
      if (to === -1) {
        unread = from === -1 ? '' : unread.slice(from);
        break;
      }
      const cells = statement.see(unread.slice(from, to));
      if (cells) batch.push({ row: statement.count + 1, cells });
      from = to;
    }
    if (unread.length > maxValue) throw textTooLong();
    if (batch.length >= batchRows) {
      yield batch;
      batch = [];
    }
  }
  const cells = statement.see(unread);
  if (cells) batch.push({ row: statement.count + 1, cells });
  if (statement.count === 0) throw noTransactions();
  if (batch.length > 0) yield batch;
}

/** Collects the values of a transaction from the tags of a file. */
class Statement {
  #currency = '';
  #account = '';
  #accountKind = '';
  #inAccount = false;
  #inCurrency = false;
  #cells: string[] | undefined;
  #count = 0;

  /** The number of transactions that have ended. */
  get count(): number {
    return this.#count;
  }

  /**
   * Reads one tag with the text after it.
   * @returns the cells of a transaction if the tag ends one
   */
  see(piece: string): string[] | undefined {
    if (/^<!(?!--)/.test(piece)) throw withDoctype();
    const match = /^<(\/?)([A-Z0-9.]+)>([\s\S]*)$/i.exec(piece);
    if (!match) return undefined;
    const tag = match[2]!.toUpperCase();
    if (match[1]) return this.#close(tag);
    if (tag === 'STMTTRN') return this.#startTransaction();
    const value = unescape(match[3]!.trim());
    if (!this.#readAccount(tag, value) && this.#cells) this.#readCell(this.#cells, tag, value);
    return undefined;
  }

  #close(tag: string): string[] | undefined {
    if (tag.endsWith('ACCTFROM')) {
      this.#inAccount = false;
      this.#account = [this.#accountKind, this.#account].filter(Boolean).join(' ');
    }
    return tag === 'STMTTRN' || tag === 'BANKTRANLIST' ? this.#finish() : undefined;
  }

  /** Starts a transaction. Returns the one before, if the file has no tag that ends it. */
  #startTransaction(): string[] | undefined {
    const previous = this.#finish();
    this.#cells = ofxHeader.map(() => '');
    this.#inCurrency = false;
    return previous;
  }

  #finish(): string[] | undefined {
    const finished = this.#cells;
    if (!finished) return undefined;
    this.#cells = undefined;
    this.#count++;
    finished[7] ||= this.#currency;
    finished[8] = this.#account;
    return finished;
  }

  /** Reads a tag of the account. Returns whether it is one. */
  #readAccount(tag: string, value: string): boolean {
    if (tag === 'STMTRS' || tag === 'CCSTMTRS') {
      this.#currency = '';
      this.#account = '';
      this.#accountKind = '';
    } else if (tag === 'CURDEF') this.#currency = value;
    else if (!this.#cells && tag.endsWith('ACCTFROM')) this.#inAccount = true;
    else if (this.#inAccount && tag === 'ACCTID') this.#account = shortenAccount(value);
    else if (this.#inAccount && tag === 'ACCTTYPE') this.#accountKind = value;
    // ORIGCURRENCY is the currency of an amount that the bank has converted
    else if (tag === 'CURRENCY' || tag === 'ORIGCURRENCY') this.#inCurrency = tag === 'CURRENCY';
    else return false;
    return true;
  }

  #readCell(cells: string[], tag: string, value: string): void {
    if (this.#inCurrency && tag === 'CURSYM') cells[7] = value;
    else if (tag in columns) {
      const column = columns[tag as keyof typeof columns];
      cells[column] ||= tag === 'DTPOSTED' ? readMoment(value) : value;
    }
  }
}

/** Returns the last digits of an account number, which identify it among the church's accounts. */
const shortenAccount = (account: string) =>
  account.length > 4 ? `…${account.slice(-4)}` : account;

const unescape = (text: string) =>
  text.includes('&')
    ? text.replace(/&(lt|gt|amp|quot|apos|nbsp);/g, (_, name: string) => entities[name]!)
    : text;

/** The minutes of half and quarter hours, by minutes or decimals: `[-3.30:NST]`, `[5.5]`. */
const minutesOfPart: Record<string, string> = {
  15: '15',
  25: '15',
  30: '30',
  5: '30',
  50: '30',
  45: '45',
  75: '45',
};

/** A day, a time of day and a time zone in OFX. Time and zone are optional. */
const ofxMoment =
  /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?(?:\[([+-]?\d{1,2})(?:\.(\d{1,2}))?(?::[^\]]*)?\])?$/;

/**
 * Converts `20250302140500.000[-5:EST]` to `2025-03-02 14:05:00 -05:00`. Exactly midnight means a
 * day without a time, in any time zone, because banks write days so. A time without a time zone is
 * in the time zone of the bank.
 */
function readMoment(text: string): string {
  const match = ofxMoment.exec(text);
  if (!match) return text;
  const [, year, month, day, hour, minute, second = '00', hours, part] = match;
  const date = `${year!}-${month!}-${day!}`;
  if (hour === undefined || `${hour}${minute!}${second}` === '000000') return date;
  if (hours === undefined) return `${date} ${hour}:${minute!}:${second}`;
  const sign = hours.startsWith('-') ? '-' : '+';
  const offsetHours = hours.replace(/^[+-]/, '').padStart(2, '0');
  const offset = `${sign}${offsetHours}:${minutesOfPart[part ?? ''] ?? '00'}`;
  return `${date} ${hour}:${minute!}:${second} ${offset}`;
}
