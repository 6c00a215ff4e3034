import type { FileRow } from '#libs/csv';
import type { Archive } from './archive.js';
import { tooLarge, tooManyStyles } from './messages.js';
import { shapeOf, type Shape } from './values.js';
import { readSheet } from './xlsx-sheet.js';
import { createTextGatherer, isTrue } from './xlsx-texts.js';
import { readXml } from './xml.js';

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
  const parts = await readRelations(archive, workbook);
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
              yield* readSheet(archive, part.target, { shared: await texts(), shapes, from1904 });
            },
          },
        ]
      : [];
  });
}

/** Returns the name of the part with the workbook. In most files it is `xl/workbook.xml`. */
export async function workbookOf(archive: Archive): Promise<string> {
  const parts = await readRelations(archive, '');
  const workbook = [...parts.values()].find(({ type }) => type === 'officeDocument');
  return workbook?.target ?? 'xl/workbook.xml';
}

interface Part {
  /** The last segment of the URI of the relation type, such as `worksheet`. */
  type: string;
  target: string;
}

/** Reads the parts of the archive to which a part refers. It leaves out external references. */
async function readRelations(archive: Archive, part: string): Promise<Map<string, Part>> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const partsById = new Map<string, Part>();
  await readXml(archive.text(`${folder}_rels/${part.slice(slash)}.rels`), {
    open(name, { Id, Type = '', Target, TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      if (Id === undefined || Target === undefined) return;
      const target = partName(Target, folder);
      if (target !== null)
        partsById.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return partsById;
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

/** Maximum number of cell styles, as in Excel. */
const maxStyles = 65_490;

/** Reads the kinds of values of the cell styles, by the numbers of the styles. */
async function readStyles(archive: Archive, part: string): Promise<Shape[]> {
  const codes = new Map<number, string>();
  const shapes: Shape[] = [];
  let isInCellFormats = false;
  await readXml(archive.text(part), {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats)
        shapes.push(shapeOf(Number(numFmtId), codes.get(Number(numFmtId))));
      if (codes.size > maxStyles || shapes.length > maxStyles) throw tooManyStyles();
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false;
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
