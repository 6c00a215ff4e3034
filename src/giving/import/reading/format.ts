import type { DonationImport, ImportMapping } from '#libs/contracts';
import { headerZone } from '#libs/csv';
import type { Tx } from '#libs/database';
import { timeZoneOf } from '../../../tenancy/index.js';
import { toFormat, type Format, type FormatFacts } from './read-row.js';

interface Draft {
  details: { header: string[]; mapping: ImportMapping | null; leastCells?: number | undefined };
  format: DonationImport['format'];
}

/** Loads how the rows of a draft are read by this church. */
export async function loadFormatFacts(
  tx: Tx,
  { details: { header, mapping, leastCells }, format }: Draft,
): Promise<FormatFacts> {
  const known = withoutDamagedNumbers(mapping ?? { columns: {} });
  return {
    mapping: known,
    zones: {
      church: await timeZoneOf(tx, tx.organizationId!),
      file: known.zone ?? headerZone(header, known.columns),
      unknown: known.zone,
    },
    columns: header.length,
    leastCells,
    isTemplate: format === 'template',
  };
}

/** A column of numbers that a spreadsheet has rounded tells no gifts apart. */
function withoutDamagedNumbers(mapping: ImportMapping): ImportMapping {
  if (mapping.numbers !== 'unused') return mapping;
  const { transactionId: _unused, ...columns } = mapping.columns;
  return { ...mapping, columns };
}

export async function formatOf(tx: Tx, draft: Draft): Promise<Format> {
  return toFormat(await loadFormatFacts(tx, draft));
}
