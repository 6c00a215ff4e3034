import { maxCell, type FileRow } from '#libs/csv';
import type { Archive } from './archive.js';
import { damaged, textTooLong, tooLarge, tooManyStyles } from './messages.js';
import { createRowSink } from './rows.js';
import { isoText, numberText, shapeOf, type Shape } from './values.js';
import { createXml, readXml } from './xml.js';

/** Limits of the shared texts, which are in memory while a workbook is read. */
const maxShared = { count: 2_000_000, length: 64 * 1024 * 1024 };

export interface Sheet {
  name: string;
  rows(): AsyncGenerator<FileRow[]>;
}

/**
 * Finds the visible sheets of an Excel workbook (ECMA-376, SpreadsheetML). Each call of `rows`
 * reads the file again. It reads only stored values: formulas are not calculated, macros do not
 * run, and links to other files are not followed.
 */
export async function xlsxSheets(archive: Archive, workbook: string): Promise<Sheet[]> {
  const parts = await relations(archive, workbook);
  const target = (type: string) =>
    [...parts.values()].find((part) => part.type === type)?.target ?? '';
  const { sheets, from1904 } = await readWorkbook(archive, workbook);
  const shapes = await readStyles(archive, target('styles'));
  // read with the first sheet, and kept for the others
  let shared: Promise<string[]> | undefined;
  const texts = () => (shared ??= readShared(archive, target('sharedStrings')));
  return sheets.flatMap(({ name, relation }) => {
    const part = parts.get(relation);
    return part?.type === 'worksheet'
      ? [
          {
            name,
            rows: async function* () {
              yield* readSheet(archive, part.target, await texts(), shapes, from1904);
            },
          },
        ]
      : [];
  });
}

/** Returns the name of the part with the workbook. In most files it is `xl/workbook.xml`. */
export async function workbookOf(archive: Archive): Promise<string> {
  const parts = await relations(archive, '');
  const workbook = [...parts.values()].find(({ type }) => type === 'officeDocument');
  return workbook?.target ?? 'xl/workbook.xml';
}

interface Part {
  /** The last part of the type of its relation. */
  type: string;
  target: string;
}

/** Reads the parts of the archive to which a part refers. It leaves out external references. */
async function relations(archive: Archive, part: string): Promise<Map<string, Part>> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const found = new Map<string, Part>();
  await readXml(archive.text(`${folder}_rels/${part.slice(slash)}.rels`), {
    open(name, { Id, Type = '', Target, TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      if (Id === undefined || Target === undefined) return;
      const target = partName(Target, folder);
      if (target !== null) found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return found;
}

/** Returns the name of the part to which a relation refers; null for a malformed relation. */
function partName(target: string, folder: string): string | null {
  try {
    return decodeURIComponent(new URL(target, `part:///${folder}`).pathname.slice(1));
  } catch {
    return null;
  }
}

async function readWorkbook(archive: Archive, part: string) {
  const sheets: { name: string; relation: string; visible: boolean }[] = [];
  let from1904 = false;
  await readXml(archive.text(part), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      sheets.push({
        name: attributes.name ?? '',
        relation: relation ?? '',
        visible: (attributes.state ?? 'visible') === 'visible',
      });
    },
  });
  const visible = sheets.filter((sheet) => sheet.visible);
  return { sheets: visible.length > 0 ? visible : sheets, from1904 };
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Maximum number of cell styles, as in Excel. */
const maxStyles = 65_490;

/** Reads the kinds of values of the cell styles, by the numbers of the styles. */
async function readStyles(archive: Archive, part: string): Promise<Shape[]> {
  const codes = new Map<number, string>();
  const shapes: Shape[] = [];
  let inCells = false;
  await readXml(archive.text(part), {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells)
        shapes.push(shapeOf(Number(numFmtId), codes.get(Number(numFmtId))));
      if (codes.size > maxStyles || shapes.length > maxStyles) throw tooManyStyles();
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return shapes;
}

async function readShared(archive: Archive, part: string): Promise<string[]> {
  const texts: string[] = [];
  const gather = createTextGatherer();
  let length = 0;
  await readXml(archive.text(part), {
    open: (name) => gather.open(name),
    text: (text) => gather.text(text),
    close(name) {
      gather.close(name);
      if (name !== 'si') return;
      const text = copyText(gather.take());
      length += text.length;
      if (texts.push(text) > maxShared.count || length > maxShared.length) throw tooLarge();
    },
  });
  return texts;
}

/** Copies a text, because a part of a string keeps the whole string in memory. */
const copyText = (text: string) => Buffer.from(text).toString();

/**
 * Collects the text of `<t>` elements, also of the runs of rich text. It leaves out the phonetic
 * text of East Asian languages (`rPh`).
 */
function createTextGatherer() {
  let text = '';
  let open = false;
  let aids = 0;
  return {
    open(name: string) {
      if (name === 't') open = aids === 0;
      else if (name === 'rPh') aids++;
    },
    text(more: string) {
      if (!open) return;
      text += more;
      if (text.length > maxCell) throw textTooLong();
    },
    close(name: string) {
      if (name === 't') open = false;
      else if (name === 'rPh') aids--;
    },
    take(): string {
      const taken = unescape(text);
      text = '';
      return taken;
    },
  };
}

/** Decodes control characters such as `_x000D_`, and `_x005F_`, which is an underscore. */
function unescape(text: string): string {
  if (!text.includes('_x')) return text;
  const character = (code: number) => (code === 0 ? '' : String.fromCharCode(code));
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => character(parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    .toWellFormed();
}

async function* readSheet(
  archive: Archive,
  part: string,
  shared: string[],
  shapes: Shape[],
  from1904: boolean,
): AsyncGenerator<FileRow[]> {
  const sink = createRowSink();
  const inline = createTextGatherer();
  let [row, column] = [0, -1];
  let [type, style, value] = ['n', 0, ''];
  let [inValue, hasFormula] = [false, false];
  let isRowHidden = false;

  const cellText = (): string => {
    switch (type) {
      case 's': {
        const text = value.trim() === '' ? '' : shared[Number(value)];
        if (text === undefined) throw damaged();
        return text;
      }
      case 'inlineStr':
        return inline.take();
      case 'str':
        return unescape(value);
      case 'b':
        return value.trim() === '1' ? 'TRUE' : 'FALSE';
      case 'd':
        return isoText(value);
      case 'e':
        return value;
      default:
        // The program that wrote the file has not calculated the formula. The cell is not empty.
        if (value === '') return hasFormula ? '(formula without a value)' : '';
        return numberText(value, shapes[style] ?? { is: 'number' }, from1904);
    }
  };
  const xml = createXml({
    open(name, attributes) {
      if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        [type, style, value, hasFormula] = [
          attributes.t ?? 'n',
          Number(attributes.s ?? 0),
          '',
          false,
        ];
      } else if (name === 'v') inValue = true;
      else if (name === 'f') hasFormula = true;
      else if (name === 'row') {
        [row, column] = [attributes.r ? rowOf(attributes.r) : row + 1, -1];
        isRowHidden = isTrue(attributes.hidden);
      } else if (type === 'inlineStr') inline.open(name);
    },
    text(text) {
      if (inValue) {
        value += text;
        if (value.length > maxCell) throw textTooLong();
      } else if (type === 'inlineStr') inline.text(text);
    },
    close(name) {
      if (name === 'v') inValue = false;
      else if (name === 'c') {
        sink.cell(column, cellText());
        type = 'n';
      } else if (name === 'row') sink.end(row, 1, isRowHidden);
      else if (type === 'inlineStr') inline.close(name);
    },
  });
  for await (const text of archive.text(part)) {
    xml.write(text);
    yield* sink.batches(false);
  }
  xml.end();
  yield* sink.batches(true);
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
