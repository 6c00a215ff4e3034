import { decode, type Encoding, type FileRow } from '#libs/csv';
import { noTransactions, textTooLong, withDoctype } from './messages.js';

/** A bank file's columns, as if it were a table. */
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

/** Whether a file begins as OFX or QFX do, old (SGML) or new (XML). */
export const looksLikeOfx = (start: string): boolean =>
  /^(?:\ufeff|\xef\xbb\xbf)?\s*(?:OFXHEADER\s*:|<\?OFX\b|<OFX>|<\?xml\b[^>]*\?>\s*<\?OFX\b)/i.test(
    start,
  );

/** Old files name their code page; new ones, and those that lie about it, are UTF-8 where they are valid as such. */
export function ofxEncoding(sample: Uint8Array): Encoding {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * The transactions of all accounts of a bank file, below a header of its own in row 1. In old files tags of values are not
 * closed: a value ends where the next tag begins, in new files too. Entities are the five of XML, and nothing is fetched.
 */
export async function* ofxRows(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [{ row: 1, cells: ofxHeader }];
  const statement = createStatement();
  let rest = '';
  for await (const text of decode(bytes, encoding)) {
    rest += text;
    for (let from = rest.indexOf('<'); ;) {
      const to = from === -1 ? -1 : rest.indexOf('<', from + 1);
      if (to === -1) {
        rest = from === -1 ? '' : rest.slice(from);
        break;
      }
      const cells = statement.see(rest.slice(from, to));
      if (cells) batch.push({ row: statement.count() + 1, cells });
      from = to;
    }
    if (rest.length > maxValue) throw textTooLong();
    if (batch.length >= batchRows) {
      yield batch;
      batch = [];
    }
  }
  const cells = statement.see(rest);
  if (cells) batch.push({ row: statement.count() + 1, cells });
  if (statement.count() === 0) throw noTransactions();
  if (batch.length > 0) yield batch;
}

/** Follows the tags of a file. */
function createStatement() {
  let [currency, account, kind] = ['', '', ''];
  let inAccount = false;
  let inCurrency = false;
  let cells: string[] | undefined;
  let count = 0;
  const take = (): string[] | undefined => {
    if (!cells) return undefined;
    const taken = cells;
    cells = undefined;
    count++;
    taken[7] ||= currency;
    taken[8] = account;
    return taken;
  };
  return {
    count: () => count,
    /** Takes one tag with the text after it; gives the cells of a transaction that it ends. */
    see(piece: string): string[] | undefined {
      if (/^<!(?!--)/.test(piece)) throw withDoctype();
      const match = /^<(\/?)([A-Z0-9.]+)>([\s\S]*)$/i.exec(piece);
      if (!match) return undefined;
      const [tag, value] = [match[2]!.toUpperCase(), unescape(match[3]!.trim())];
      if (match[1]) {
        if (tag.endsWith('ACCTFROM')) {
          inAccount = false;
          account = [kind, account].filter(Boolean).join(' ');
        }
        return tag === 'STMTTRN' || tag === 'BANKTRANLIST' ? take() : undefined;
      }
      if (tag === 'STMTTRN') {
        const before = take();
        cells = ofxHeader.map(() => '');
        inCurrency = false;
        return before;
      }
      if (tag === 'STMTRS' || tag === 'CCSTMTRS') [currency, account, kind] = ['', '', ''];
      else if (tag === 'CURDEF') currency = value;
      else if (!cells && tag.endsWith('ACCTFROM')) inAccount = true;
      else if (inAccount && tag === 'ACCTID') account = hidden(value);
      else if (inAccount && tag === 'ACCTTYPE') kind = value;
      // ORIGCURRENCY is of a sum that the bank has converted
      else if (tag === 'CURRENCY' || tag === 'ORIGCURRENCY') inCurrency = tag === 'CURRENCY';
      else if (cells && inCurrency && tag === 'CURSYM') cells[7] = value;
      else if (cells && tag in columns) {
        const column = columns[tag as keyof typeof columns];
        cells[column] ||= tag === 'DTPOSTED' ? momentOf(value) : value;
      }
      return undefined;
    },
  };
}

/** Enough of an account's number to tell it from the church's others. */
const hidden = (account: string) => (account.length > 4 ? `…${account.slice(-4)}` : account);

const unescape = (text: string) =>
  text.includes('&')
    ? text.replace(/&(lt|gt|amp|quot|apos|nbsp);/g, (_, name: string) => entities[name]!)
    : text;

/** Half and quarter hours, as minutes or as a decimal: `[-3.30:NST]`, `[5.5]` */
const parts: Record<string, string> = {
  15: '15',
  25: '15',
  30: '30',
  5: '30',
  50: '30',
  45: '45',
  75: '45',
};

/**
 * `20250302140500.000[-5:EST]` → `2025-03-02 14:05:00 -05:00`. Midnight to the second is what banks write who mean a day, in
 * whatever zone they name beside it; and a time without zone is the bank's own.
 */
function momentOf(text: string): string {
  const match =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?(?:\[([+-]?\d{1,2})(?:\.(\d{1,2}))?(?::[^\]]*)?\])?$/.exec(
      text,
    );
  if (!match) return text;
  const [, year, month, day, hour, minute, second = '00', ahead, part] = match;
  const date = `${year!}-${month!}-${day!}`;
  if (hour === undefined || `${hour}${minute!}${second}` === '000000') return date;
  if (ahead === undefined) return `${date} ${hour}:${minute!}:${second}`;
  const offset = `${ahead.startsWith('-') ? '-' : '+'}${ahead.replace(/^[+-]/, '').padStart(2, '0')}:${parts[part ?? ''] ?? '00'}`;
  return `${date} ${hour}:${minute!}:${second} ${offset}`;
}
