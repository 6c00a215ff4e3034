import { maxCell, type FileRow } from '#libs/csv';
import type { Archive } from './archive.js';
import { damaged, textTooLong } from './messages.js';
import { createRowSink } from './rows.js';
import { isoText, numberText, type Shape } from './values.js';
import { createTextGatherer, isTrue, unescapeText } from './xlsx-texts.js';
import { createXml, type XmlEvents } from './xml.js';

/** The parts of a workbook to which the cells of its sheets refer. */
export interface WorkbookParts {
  shared: string[];
  /** the kinds of values, by the number of a cell style */
  shapes: Shape[];
  /** whether days are counted from 1904 instead of 1900 */
  from1904: boolean;
}

/** Reads the rows of a sheet. @param part the name of its part in the archive */
export async function* readSheet(
  archive: Archive,
  part: string,
  workbook: WorkbookParts,
): AsyncGenerator<FileRow[]> {
  const reader = new SheetReader(workbook);
  const xml = createXml(reader);
  for await (const text of archive.text(part)) {
    xml.write(text);
    yield* reader.batches(false);
  }
  xml.end();
  yield* reader.batches(true);
}

/** Collects the rows of a sheet from the elements of its part. */
class SheetReader implements XmlEvents {
  readonly #sink = createRowSink();
  readonly #inline = createTextGatherer();
  /** The row and the cell that are read, and what is known of the cell. */
  #row = 0;
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #inValue = false;
  #hasFormula = false;
  #isRowHidden = false;

  constructor(private readonly workbook: WorkbookParts) {}

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'c') {
      this.#column = attributes.r ? columnOf(attributes.r) : this.#column + 1;
      this.#type = attributes.t ?? 'n';
      this.#style = Number(attributes.s ?? 0);
      this.#value = '';
      this.#hasFormula = false;
    } else if (name === 'v') this.#inValue = true;
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'row') {
      this.#row = attributes.r ? rowOf(attributes.r) : this.#row + 1;
      this.#column = -1;
      this.#isRowHidden = isTrue(attributes.hidden);
    } else if (this.#type === 'inlineStr') this.#inline.open(name);
  }

  text(text: string): void {
    if (this.#inValue) {
      this.#value += text;
      if (this.#value.length > maxCell) throw textTooLong();
    } else if (this.#type === 'inlineStr') this.#inline.text(text);
  }

  close(name: string): void {
    if (name === 'v') this.#inValue = false;
    else if (name === 'c') {
      this.#sink.cell(this.#column, this.#cellText());
      this.#type = 'n';
    } else if (name === 'row') this.#sink.end(this.#row, 1, this.#isRowHidden);
    else if (this.#type === 'inlineStr') this.#inline.close(name);
  }

  /** Yields the finished rows. An incomplete batch is yielded only at the end. */
  batches(isLast: boolean): Generator<FileRow[]> {
    return this.#sink.batches(isLast);
  }

  #cellText(): string {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return this.#sharedText(value);
      case 'inlineStr':
        return this.#inline.take();
      case 'str':
        return unescapeText(value);
      case 'b':
        return value.trim() === '1' ? 'TRUE' : 'FALSE';
      case 'd':
        return isoText(value);
      case 'e':
        return value;
      default:
        return this.#numberText(value);
    }
  }

  #sharedText(number: string): string {
    const text = number.trim() === '' ? '' : this.workbook.shared[Number(number)];
    if (text === undefined) throw damaged();
    return text;
  }

  #numberText(value: string): string {
    // The program that wrote the file has not calculated the formula. The cell is not empty.
    if (value === '') return this.#hasFormula ? '(formula without a value)' : '';
    const { shapes, from1904 } = this.workbook;
    return numberText(value, shapes[this.#style] ?? { is: 'number' }, from1904);
  }
}

/** Returns the number of a column, from 0: 2 for `C7`. */
function columnOf(reference: string): number {
  let column = 0;
  let letters = 0;
  for (; letters < reference.length; letters++) {
    const letter = reference.charCodeAt(letters);
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  if (letters === 0 || letters > 3) throw damaged();
  return column - 1;
}

function rowOf(text: string): number {
  const row = Number(text);
  if (!Number.isInteger(row)) throw damaged();
  return row;
}
