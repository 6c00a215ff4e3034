import { maxCell, type FileRow } from '#libs/csv';
import type { Archive } from './archive.js';
import { damaged, textTooLong } from './messages.js';
import { createRowSink } from './rows.js';
import { durationText, isoText, numberText } from './values.js';
import type { Sheet } from './xlsx.js';
import { createXml, readXml, type XmlEvents } from './xml.js';

const content = 'content.xml';
const number = { is: 'number' } as const;
/** Elements in a cell that are not its text: comments, drawings, and tables within tables. */
const ignoredElements = new Set([
  'annotation',
  'note',
  'shapes',
  'frame',
  'g',
  'custom-shape',
  'control',
  'dde-links',
  'tracked-changes',
  'forms',
  'ruby-text',
]);

/** Finds the sheets of an OpenDocument spreadsheet. Each call of `rows` reads the file again. */
export async function odsSheets(archive: Archive): Promise<Sheet[]> {
  const names: string[] = [];
  let [tableDepth, ignoredDepth] = [0, 0];
  await readXml(archive.text(content), {
    open(name, attributes) {
      if (ignoredElements.has(name)) ignoredDepth++;
      if (name === 'table' && ignoredDepth === 0 && tableDepth++ === 0)
        names.push(attributes['table:name'] ?? '');
    },
    close(name) {
      if (name === 'table' && ignoredDepth === 0) tableDepth--;
      if (ignoredElements.has(name)) ignoredDepth--;
    },
  });
  // the stored contents of linked files are tables, too
  return names.flatMap((name, index) =>
    /^'?(?:file|https?):/.test(name) ? [] : [{ name, rows: () => readSheet(archive, index) }],
  );
}

/** Whether the parts are encrypted. OpenDocument encrypts each part separately. */
export async function isEncrypted(archive: Archive): Promise<boolean> {
  let isFound = false;
  await readXml(archive.text('META-INF/manifest.xml'), {
    open: (name) => void (isFound ||= name === 'encryption-data'),
  });
  return isFound;
}

async function* readSheet(archive: Archive, index: number): AsyncGenerator<FileRow[]> {
  const reader = new SheetReader(index);
  const xml = createXml(reader);
  for await (const piece of archive.text(content)) {
    xml.write(piece);
    yield* reader.batches(false);
    if (reader.isAfterSheet()) break;
  }
  if (!reader.isAfterSheet()) xml.end();
  yield* reader.batches(true);
}

/** Collects the rows of one sheet from the elements of all sheets. */
class SheetReader implements XmlEvents {
  readonly #sink = createRowSink();
  #sheetIndex = -1;
  #tableDepth = 0;
  #ignoredDepth = 0;
  /** The row and the cell that are read, and how often they are repeated. */
  #row = 1;
  #rowTimes = 1;
  #isRowHidden = false;
  #column = 0;
  #times = 1;
  #cell: Record<string, string> = {};
  #text = '';
  #paragraphs = 0;
  #inText = false;

  /** @param sheetIndex the number of the sheet, from 0 */
  constructor(private readonly sheetIndex: number) {}

  /** Whether the sheet has ended, because another one has begun. */
  isAfterSheet(): boolean {
    return this.#sheetIndex > this.sheetIndex;
  }

  /** Yields the finished rows. An incomplete batch is yielded only at the end. */
  batches(isLast: boolean): Generator<FileRow[]> {
    return this.#sink.batches(isLast);
  }

  open(name: string, attributes: Record<string, string>): void {
    if (ignoredElements.has(name)) this.#ignoredDepth++;
    if (this.#ignoredDepth > 0) return;
    if (name === 'table') {
      if (this.#tableDepth++ === 0) this.#sheetIndex++;
      return;
    }
    if (this.#isInSheet()) this.#openInSheet(name, attributes);
  }

  text(more: string): void {
    if (this.#inText && this.#isInSheet()) this.#text += more;
    if (this.#text.length > maxCell) throw textTooLong();
  }

  close(name: string): void {
    if (this.#ignoredDepth === 0 && this.#isInSheet()) this.#closeInSheet(name);
    if (this.#ignoredDepth === 0 && name === 'table') this.#tableDepth--;
    if (ignoredElements.has(name)) this.#ignoredDepth--;
  }

  #isInSheet(): boolean {
    return (
      this.#sheetIndex === this.sheetIndex && this.#tableDepth === 1 && this.#ignoredDepth === 0
    );
  }

  #openInSheet(name: string, attributes: Record<string, string>): void {
    switch (name) {
      case 'table-row':
        this.#column = 0;
        this.#rowTimes = readCount(attributes['table:number-rows-repeated']);
        this.#isRowHidden = ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '');
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = attributes;
        this.#times = readCount(attributes['table:number-columns-repeated']);
        this.#text = '';
        this.#paragraphs = 0;
        break;
      case 'p':
        if (this.#paragraphs++ > 0) this.#text += '\n';
        this.#inText = true;
        break;
      case 's':
        this.#text += ' '.repeat(Math.min(readCount(attributes['text:c']), 1_000));
        break;
      case 'tab':
        this.#text += '\t';
        break;
      case 'line-break':
        this.#text += '\n';
        break;
    }
  }

  #closeInSheet(name: string): void {
    if (name === 'p') this.#inText = false;
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.#sink.cell(this.#column, cellText(this.#cell, this.#text), this.#times);
      this.#column += this.#times;
    } else if (name === 'table-row') {
      this.#sink.end(this.#row, this.#rowTimes, this.#isRowHidden);
      this.#row += this.#rowTimes;
    }
  }
}

function cellText(cell: Record<string, string>, text: string): string {
  const attribute = (name: string) => cell[`office:${name}`] ?? '';
  switch (attribute('value-type')) {
    case 'float':
    case 'percentage':
      return numberText(attribute('value'), number, false);
    case 'currency': {
      const currency = attribute('currency');
      const isDollar = currency === '' || currency === 'USD';
      const format = isDollar ? number : ({ is: 'number', sign: currency } as const);
      return numberText(attribute('value'), format, false);
    }
    case 'date':
      return isoText(attribute('date-value'));
    case 'time':
      return durationText(attribute('time-value'));
    case 'boolean':
      return attribute('boolean-value') === 'true' ? 'TRUE' : 'FALSE';
    default:
      return attribute('string-value') || text;
  }
}

/**
 * Reads how often an element is repeated.
 * @throws CsvError if the text is no number, or higher than the size of the largest sheet
 */
function readCount(text: string | undefined): number {
  const times = Number(text ?? 1);
  if (!Number.isInteger(times) || times < 1 || times > 16_777_216) throw damaged();
  return times;
}
