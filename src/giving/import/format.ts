import type { DonationImport, ImportMapping } from '#libs/contracts';
import { headerZone, readerOf, type Reader } from '#libs/csv';
import type { Tx } from '#libs/database';
import { timeZoneOf } from '../../tenancy/index.js';
import type { Format } from './rows.js';
import { sourceById } from './sources/index.js';

/** How the rows of a file with this header are read by this church. */
export async function readerFor(tx: Tx, header: string[], mapping: ImportMapping): Promise<Reader> {
  return readerOf(mapping, sourceById(mapping.source)?.negative, {
    church: await timeZoneOf(tx, tx.organizationId!),
    file: mapping.zone ?? headerZone(header, mapping.columns),
    unknown: mapping.zone,
  });
}

interface Draft {
  details: { header: string[]; mapping: ImportMapping | null };
  format: DonationImport['format'];
}

/** How the rows of a draft are read. */
export async function formatOf(
  tx: Tx,
  { details: { header, mapping }, format }: Draft,
): Promise<Format> {
  const known = mapping ?? { columns: {} };
  return {
    reader: await readerFor(tx, header, known),
    columns: header.length,
    template: format === 'template',
    nameless: sourceById(known.source)?.nameless ?? false,
  };
}
