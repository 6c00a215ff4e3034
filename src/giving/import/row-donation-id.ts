/**
 * The id of the donation (and event) of a row: the import's id with the number of the row in its
 * last 32 bits. The id of an import is a version-7 UUID, whose first 96 bits distinguish it also
 * from one of the same millisecond. The same row gets the same id again when a commit resumes.
 */
export function rowDonationId(importId: string, row: number): string {
  return importId.slice(0, 28) + row.toString(16).padStart(8, '0');
}
