import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import { ask } from '#libs/csv';
import type { TableInspection } from '#libs/workbook';
import type { DonationFile } from './donation-file.js';

/**
 * Offers to read the dates of a file in the template's format in another order, as a spreadsheet
 * has written them. Its rows keep their errors until a user has chosen.
 */
export async function askTemplateDates(
  table: DonationFile,
  inspection: TableInspection,
  { columns }: ImportMapping,
): Promise<ImportQuestion[]> {
  const dates: ImportMapping = { columns: { date: columns.date! } };
  const { styles, questions } = await table.observe(inspection, dates, undefined);
  const dateQuestion = questions.find(({ kind }) => kind === 'dateStyle');
  const orders = possibleDateOrders(styles.dateStyle, dateQuestion !== undefined);
  if (orders.length === 0) return [];
  return [
    {
      kind: 'dateStyle',
      message: ask.templateDates,
      samples: dateQuestion?.samples ?? [],
      options: orders.map((value) => ({ value, samples: [] })),
    },
  ];
}

/** The order that the dates show, or both orders if they do not show which. */
function possibleDateOrders(shownStyle: ImportMapping['dateStyle'], isOpen: boolean): string[] {
  if (shownStyle === 'mdy' || shownStyle === 'dmy') return [shownStyle];
  return isOpen ? ['mdy', 'dmy'] : [];
}
