import type { DonationImport, ImportMapping } from '#libs/contracts';
import { headerZone } from '#libs/csv';
import type { Tx } from '#libs/database';
import { timeZoneOf } from '../../../tenancy/index.js';
import { toFormat, type Format, type FormatFacts } from './read-row.js';

interface Draft {
  details: { header: string[]; mapping: ImportMapping | null; minCellsOfFile?: number | undefined };
  format: DonationImport['format'];
}

/** Loads how the rows of a draft are read by this church. */
export async function loadFormatFacts(
  tx: Tx,
  { details: { header, mapping, minCellsOfFile }, format }: Draft,
): Promise<FormatFacts> {
  const usedMapping = withoutUnusedNumbers(mapping ?? { columns: {} });
  return {
    mapping: usedMapping,
    zones: {
      church: await timeZoneOf(tx, tx.organizationId!),
      file: usedMapping.zone ?? headerZone(header, usedMapping.columns),
      unknown: usedMapping.zone,
    },
    columns: header.length,
    minCellsOfFile,
    isTemplate: format === 'template',
  };
}

/** Leaves out the column of transaction numbers if they are not to be used. */
function withoutUnusedNumbers(mapping: ImportMapping): ImportMapping {
  if (mapping.numbers !== 'unused') return mapping;
  const { transactionId: _unused, ...columns } = mapping.columns;
  return { ...mapping, columns };
}

export async function formatOf(tx: Tx, draft: Draft): Promise<Format> {
  return toFormat(await loadFormatFacts(tx, draft));
}
