import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { badRequest } from '#libs/http';
import type { TableInspection } from '#libs/workbook';
import { Refusal, TooMuchWork } from '#libs/workers';
import type { DonationFile } from './donation-file.js';
import { rememberedLayout } from './layouts.js';
import { followContent } from './moved-columns.js';
import { findOtherReport } from '../sources/index.js';

export interface FirstLook {
  inspection: TableInspection;
  /** How the church has read files like this one; null if there was none. */
  known: ImportMapping | null;
  /** Asks about columns that do not hold what they held in earlier files. */
  moved: ImportQuestion[];
}

/**
 * Inspects the sheet whose columns the church has answered before, or else the sheet that looks
 * most like donations.
 * @throws HttpError 400 for a report of a giving service that contains no gifts
 */
export async function firstLook(tx: Tx, table: DonationFile): Promise<FirstLook> {
  const likeliest = await table.inspect();
  const problem = findOtherReport(likeliest.header);
  if (problem) throw badRequest(problem);
  if (likeliest.template) return { inspection: likeliest, known: likeliest.mapping, moved: [] };
  const otherSheets = table.sheets.filter((name) => name !== likeliest.sheet);
  for (const look of [
    () => Promise.resolve(likeliest),
    ...otherSheets.map((sheet) => () => table.inspect({ sheet })),
  ]) {
    const inspection = await look().catch(skipUnreadableSheet);
    const layout = inspection && (await rememberedLayout(tx, inspection.header));
    if (!layout) continue;
    const knownMapping = layout.mapping;
    // Use the encoding of the remembered format if it is one of several in which this file can be
    // read.
    const isAsked = inspection.questions
      .find(({ kind }) => kind === 'encoding')
      ?.options?.some(({ value }) => value === knownMapping.encoding);
    const read = isAsked
      ? await table.inspect({
          encoding: knownMapping.encoding,
          ...(inspection.sheet ? { sheet: inspection.sheet } : {}),
        })
      : inspection;
    const { mapping, moved } = followContent(layout, read);
    return { inspection: read, known: { ...mapping, encoding: read.encoding }, moved };
  }
  return { inspection: likeliest, known: null, moved: [] };
}

/** Asks for the sheet if several have rows. */
export const askSheet = ({ sheets }: DonationFile, { sheet }: TableInspection): ImportQuestion[] =>
  sheets.length > 1
    ? [
        {
          kind: 'sheet',
          message: 'Which sheet holds the donations?',
          samples: [sheet ?? ''],
          options: sheets.map((value) => ({ value, samples: [] })),
        },
      ]
    : [];

/**
 * Returns null for the error of a sheet that cannot be read, so that the sheet is skipped.
 * @throws the error if it is not about the sheet
 */
function skipUnreadableSheet(error: unknown): null {
  if (error instanceof Refusal && !(error instanceof TooMuchWork)) return null;
  throw error;
}
