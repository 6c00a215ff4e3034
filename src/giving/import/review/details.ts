import type { DonationImport, ImportMapping } from '#libs/contracts';
import { createRowNames, mappingOfParts, type Inspection, type NameRow } from '#libs/csv';

/** What the draft knows about its file, besides the rows. */
export type Details = Pick<
  Inspection,
  'encoding' | 'delimiter' | 'header' | 'headerRow' | 'columns' | 'questions'
> &
  Partial<Pick<DonationImport, 'kind' | 'sheets' | 'sheet' | 'firstRows'>> & {
    mapping: ImportMapping | null;
    /** how many cells every row has at least; unknown of the template, and of drafts from before */
    minCellsOfFile?: number | undefined;
  };

/** Returns the column of each field in the stored cells of the rows of a draft. */
export const columnsOf = ({ mapping, header }: Details): ImportMapping['columns'] =>
  mapping ? mappingOfParts(mapping, header.length).columns : {};

/** Returns a function that names the rows of a draft so that people find them in the file. */
export const rowNamesOf = ({ mapping, header }: Details): NameRow =>
  createRowNames(mapping, header);

/** The figures of an import that are counted from its rows. */
export type ImportFigures = Pick<
  DonationImport,
  'counts' | 'amounts' | 'problems' | 'errors' | 'repaired'
>;
