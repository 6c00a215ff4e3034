import type {
  Donation,
  DonationChange,
  DonationSummary,
  ErrorBody,
  Ledger,
  LedgerRow,
} from '#libs/contracts';
import type { Client } from '../app.js';

/** Returns the path of a donation, or of `action` of it, which begins with `/`. */
export const donationPath = (id: string, action = ''): string =>
  `/api/admin/donations/${id}${action}`;

/** Returns the changes of a donation, the first one first. */
export const readHistory = async (staff: Client, id: string): Promise<DonationChange[]> =>
  (await staff.get<DonationChange[]>(donationPath(id, '/history'))).body;

/** Returns the donations that the filters of `query` find. */
export const listDonations = async (staff: Client, query: string): Promise<Donation[]> =>
  (await staff.get<Donation[]>(`/api/admin/donations?${query}`)).body;

/** Returns the totals of the donations that the filters of `query` find. */
export const readSummary = async (staff: Client, query: string): Promise<DonationSummary> =>
  (await staff.get<DonationSummary>(`/api/admin/donations/summary?${query}`)).body;

/** Returns the row of a donor in the ledger of a year, found by the name or the id of the donor. */
export async function findLedgerRow(
  staff: Client,
  donor: string,
  year = 2025,
): Promise<LedgerRow | undefined> {
  const { body } = await staff.get<Ledger>(`/api/admin/church-ledger?year=${year}&limit=1000`);
  return body.rows.find((row) => row.name === donor || row.donorId === donor);
}

/** Restores a deleted donation. */
export const restoreDonation = (
  staff: Client,
  id: string,
  body?: object,
  headers?: Record<string, string>,
) => staff.post<Donation & ErrorBody>(donationPath(id, '/restore'), body, headers);
