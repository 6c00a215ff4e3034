import { maxCell, type FileRow } from '#libs/csv';
import type { Archive } from './archive.js';
import { damaged, textTooLong, tooLarge, tooManyStyles } from './messages.js';
import { createRowSink } from './rows.js';
import { isoText, numberText, shapeOf, type Shape } from './values.js';
import { createXml, readXml } from './xml.js';

/** Texts that several cells share are kept in memory while the workbook is read. */
const maxShared = { count: 2_000_000, length: 64 * 1024 * 1024 };

export interface Sheet {
  name: string;
  rows(): AsyncGenerator<FileRow[]>;
}

/**
 * The visible sheets of an Excel workbook, each read anew from the file as often as it is asked for (ECMA-376, SpreadsheetML). Only
 * stored values: formulas are not computed, macros not run, links to other files not followed.
 */
export async function xlsxSheets(archive: Archive, workbook: string): Promise<Sheet[]> {
  const parts = await relations(archive, workbook);
  const target = (type: string) =>
    [...parts.values()].find((part) => part.type === type)?.target ?? '';
  const { sheets, from1904 } = await readWorkbook(archive, workbook);
  const shapes = await readStyles(archive, target('styles'));
  // wanted by the first sheet that is read, kept for the others
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

/** The workbook's own part: in most files `xl/workbook.xml`. */
export async function workbookOf(archive: Archive): Promise<string> {
  const named = [...(await relations(archive, '')).values()].find(
    ({ type }) => type === 'officeDocument',
  );
  return named?.target ?? 'xl/workbook.xml';
}

interface Part {
  /** the last word of its relation's type */
  type: string;
  target: string;
}

/** What a part refers to inside of the archive; references to elsewhere are left out. */
async function relations(archive: Archive, part: string): Promise<Map<string, Part>> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const found = new Map<string, Part>();
  await readXml(archive.text(`${folder}_rels/${part.slice(slash)}.rels`), {
    open(name, { Id, Type = '', Target, TargetMode }) {
      if (
        name !== 'Relationship' ||
        Id === undefined ||
        Target === undefined ||
        TargetMode === 'External'
      )
        return;
      const target = partName(Target, folder);
      if (target !== null) found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return found;
}

/** The name of the part that a relation leads to, relative to a folder; null for a malformed one. */
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

/** As many styles of cells as Excel stores in a workbook. */
const maxStyles = 65_490;

/** What the styles of cells make of numbers, by the style's number. */
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
      const text = alone(gather.take());
      length += text.length;
      if (texts.push(text) > maxShared.count || length > maxShared.length) throw tooLarge();
    },
  });
  return texts;
}

/** A text that does not keep in memory the piece of the file from which it was cut. */
const alone = (text: string) => Buffer.from(text).toString();

/** The text of `<t>` elements, rich text's runs one after the other, without the reading aids of East Asian text (`rPh`). */
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

/** Control characters stand in XML as `_x000D_`, and an underscore before such a text as `_x005F_`. */
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
        // written by a program that does not compute: better seen than taken for an empty cell
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

/** `C7` → 2 */
function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at++) {
    const letter = reference.charCodeAt(at);
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  if (at === 0 || at > 3) throw damaged();
  return column - 1;
}

function rowOf(text: string): number {
  const row = Number(text);
  if (!Number.isInteger(row)) throw damaged();
  return row;
}
