import type { DonationImport, ImportMapping } from '#libs/contracts';
import { headerZone } from '#libs/csv';
import type { Tx } from '#libs/database';
import { timeZoneOf } from '../../../tenancy/index.js';
import { toFormat, type Format, type FormatFacts } from './read-row.js';

interface Draft {
  details: { header: string[]; mapping: ImportMapping | null };
  format: DonationImport['format'];
}

/** Loads how the rows of a draft are read by this church. */
export async function loadFormatFacts(
  tx: Tx,
  { details: { header, mapping }, format }: Draft,
): Promise<FormatFacts> {
  const known = mapping ?? { columns: {} };
  return {
    mapping: known,
    zones: {
      church: await timeZoneOf(tx, tx.organizationId!),
      file: known.zone ?? headerZone(header, known.columns),
      unknown: known.zone,
    },
    columns: header.length,
    isTemplate: format === 'template',
  };
}

export async function formatOf(tx: Tx, draft: Draft): Promise<Format> {
  return toFormat(await loadFormatFacts(tx, draft));
}
