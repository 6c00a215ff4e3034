import { maxCell, type FileRow } from '#libs/csv';
import type { Archive } from './archive.js';
import { damaged, textTooLong } from './messages.js';
import { createRowSink } from './rows.js';
import { durationText, isoText, numberText } from './values.js';
import type { Sheet } from './xlsx.js';
import { createXml, readXml } from './xml.js';

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
  let found = false;
  await readXml(archive.text('META-INF/manifest.xml'), {
    open: (name) => void (found ||= name === 'encryption-data'),
  });
  return found;
}

async function* readSheet(archive: Archive, wanted: number): AsyncGenerator<FileRow[]> {
  const sink = createRowSink();
  let [sheetIndex, tableDepth, ignoredDepth] = [-1, 0, 0];
  let [row, column, times, rowTimes] = [1, 0, 1, 1];
  let cell: Record<string, string> = {};
  let [text, paragraphs, inText] = ['', 0, false];
  let isRowHidden = false;
  const isInSheet = () => sheetIndex === wanted && tableDepth === 1 && ignoredDepth === 0;

  const xml = createXml({
    open(name, attributes) {
      if (ignoredElements.has(name)) ignoredDepth++;
      if (ignoredDepth > 0) return;
      if (name === 'table') {
        if (tableDepth++ === 0) sheetIndex++;
        return;
      }
      if (!isInSheet()) return;
      switch (name) {
        case 'table-row':
          [column, rowTimes] = [0, readCount(attributes['table:number-rows-repeated'])];
          isRowHidden = ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '');
          break;
        case 'table-cell':
        case 'covered-table-cell':
          [cell, times, text, paragraphs] = [
            attributes,
            readCount(attributes['table:number-columns-repeated']),
            '',
            0,
          ];
          break;
        case 'p':
          if (paragraphs++ > 0) text += '\n';
          inText = true;
          break;
        case 's':
          text += ' '.repeat(Math.min(readCount(attributes['text:c']), 1_000));
          break;
        case 'tab':
          text += '\t';
          break;
        case 'line-break':
          text += '\n';
          break;
      }
    },
    text(more) {
      if (inText && isInSheet()) text += more;
      if (text.length > maxCell) throw textTooLong();
    },
    close(name) {
      if (ignoredDepth === 0 && isInSheet()) {
        if (name === 'p') inText = false;
        else if (name === 'table-cell' || name === 'covered-table-cell') {
          sink.cell(column, cellText(cell, text), times);
          column += times;
        } else if (name === 'table-row') {
          sink.end(row, rowTimes, isRowHidden);
          row += rowTimes;
        }
      }
      if (ignoredDepth === 0 && name === 'table') tableDepth--;
      if (ignoredElements.has(name)) ignoredDepth--;
    },
  });
  for await (const piece of archive.text(content)) {
    xml.write(piece);
    yield* sink.batches(false);
    if (sheetIndex > wanted) break;
  }
  if (sheetIndex <= wanted) xml.end();
  yield* sink.batches(true);
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
