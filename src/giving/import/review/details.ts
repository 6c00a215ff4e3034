import type { DonationImport, ImportMapping } from '#libs/contracts';
import type { Inspection } from '#libs/csv';

/** What is known of the file besides its rows. */
export type Details = Pick<
  Inspection,
  'encoding' | 'delimiter' | 'header' | 'headerRow' | 'columns' | 'questions'
> &
  Partial<Pick<DonationImport, 'kind' | 'sheets' | 'sheet' | 'firstRows'>> & {
    mapping: ImportMapping | null;
  };
