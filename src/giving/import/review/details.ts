import type { DonationImport, ImportMapping } from '#libs/contracts';
import type { Inspection } from '#libs/csv';

/** What is known of the file besides its rows. */
export type Details = Pick<
  Inspection,
  'encoding' | 'delimiter' | 'header' | 'headerRow' | 'columns' | 'questions'
> &
  Partial<Pick<DonationImport, 'kind' | 'sheets' | 'sheet' | 'firstRows'>> & {
    mapping: ImportMapping | null;
    /** how many cells every row has at least; unknown of the template, and of drafts from before */
    minCellsOfFile?: number | undefined;
  };

/** The figures of an import that are counted from its rows. */
export type ImportFigures = Pick<
  DonationImport,
  'counts' | 'amounts' | 'problems' | 'errors' | 'repaired'
>;
