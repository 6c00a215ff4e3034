import { maxCell, type FileRow } from '#libs/csv';
import type { Archive } from './archive.js';
import { damaged, textTooLong } from './messages.js';
import { createRowSink } from './rows.js';
import { durationText, isoText, numberText } from './values.js';
import type { Sheet } from './xlsx.js';
import { createXml, readXml } from './xml.js';

const content = 'content.xml';
const number = { is: 'number' } as const;
/** Parts of a cell that are not its text: comments, drawings, and tables within tables. */
const beside = new Set([
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

/** The sheets of an OpenDocument spreadsheet, each read anew as often as it is asked for. */
export async function odsSheets(archive: Archive): Promise<Sheet[]> {
  const names: string[] = [];
  let [depth, skipped] = [0, 0];
  await readXml(archive.text(content), {
    open(name, attributes) {
      if (beside.has(name)) skipped++;
      if (name === 'table' && skipped === 0 && depth++ === 0)
        names.push(attributes['table:name'] ?? '');
    },
    close(name) {
      if (name === 'table' && skipped === 0) depth--;
      if (beside.has(name)) skipped--;
    },
  });
  // what a linked file said last is kept in tables of its own
  return names.flatMap((name, index) =>
    /^'?(?:file|https?):/.test(name) ? [] : [{ name, rows: () => readSheet(archive, index) }],
  );
}

/** Whether the parts are encrypted, each by itself, as OpenDocument does it. */
export async function isEncrypted(archive: Archive): Promise<boolean> {
  let found = false;
  await readXml(archive.text('META-INF/manifest.xml'), {
    open: (name) => void (found ||= name === 'encryption-data'),
  });
  return found;
}

async function* readSheet(archive: Archive, wanted: number): AsyncGenerator<FileRow[]> {
  const sink = createRowSink();
  let [sheet, depth, skipped] = [-1, 0, 0];
  let [row, column, times, rowTimes] = [1, 0, 1, 1];
  let cell: Record<string, string> = {};
  let [text, paragraphs, inText] = ['', 0, false];
  let isRowHidden = false;
  const isHere = () => sheet === wanted && depth === 1 && skipped === 0;

  const xml = createXml({
    open(name, attributes) {
      if (beside.has(name)) skipped++;
      if (skipped > 0) return;
      if (name === 'table') {
        if (depth++ === 0) sheet++;
        return;
      }
      if (!isHere()) return;
      switch (name) {
        case 'table-row':
          [column, rowTimes] = [0, repeats(attributes['table:number-rows-repeated'])];
          isRowHidden = ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '');
          break;
        case 'table-cell':
        case 'covered-table-cell':
          [cell, times, text, paragraphs] = [
            attributes,
            repeats(attributes['table:number-columns-repeated']),
            '',
            0,
          ];
          break;
        case 'p':
          if (paragraphs++ > 0) text += '\n';
          inText = true;
          break;
        case 's':
          text += ' '.repeat(Math.min(repeats(attributes['text:c']), 1_000));
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
      if (inText && isHere()) text += more;
      if (text.length > maxCell) throw textTooLong();
    },
    close(name) {
      if (skipped === 0 && isHere()) {
        if (name === 'p') inText = false;
        else if (name === 'table-cell' || name === 'covered-table-cell') {
          sink.cell(column, cellText(cell, text), times);
          column += times;
        } else if (name === 'table-row') {
          sink.end(row, rowTimes, isRowHidden);
          row += rowTimes;
        }
      }
      if (skipped === 0 && name === 'table') depth--;
      if (beside.has(name)) skipped--;
    },
  });
  for await (const piece of archive.text(content)) {
    xml.write(piece);
    yield* sink.batches(false);
    if (sheet > wanted) break;
  }
  if (sheet <= wanted) xml.end();
  yield* sink.batches(true);
}

function cellText(cell: Record<string, string>, text: string): string {
  const of = (name: string) => cell[`office:${name}`] ?? '';
  switch (of('value-type')) {
    case 'float':
    case 'percentage':
      return numberText(of('value'), number, false);
    case 'currency': {
      const currency = of('currency');
      return numberText(
        of('value'),
        currency === '' || currency === 'USD' ? number : { is: 'number', sign: currency },
        false,
      );
    }
    case 'date':
      return isoText(of('date-value'));
    case 'time':
      return durationText(of('time-value'));
    case 'boolean':
      return of('boolean-value') === 'true' ? 'TRUE' : 'FALSE';
    default:
      return of('string-value') || text;
  }
}

/** How many times something stands there; of a number that is none, or more than the largest sheet has, nothing is believed. */
function repeats(text: string | undefined): number {
  const times = Number(text ?? 1);
  if (!Number.isInteger(times) || times < 1 || times > 16_777_216) throw damaged();
  return times;
}
