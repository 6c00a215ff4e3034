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
export const readHistory = async (office: Client, id: string): Promise<DonationChange[]> =>
  (await office.get<DonationChange[]>(donationPath(id, '/history'))).body;

/** Returns the donations that the filters of `query` find. */
export const listDonations = async (office: Client, query: string): Promise<Donation[]> =>
  (await office.get<Donation[]>(`/api/admin/donations?${query}`)).body;

/** Returns the totals of the donations that the filters of `query` find. */
export const readSummary = async (office: Client, query: string): Promise<DonationSummary> =>
  (await office.get<DonationSummary>(`/api/admin/donations/summary?${query}`)).body;

/** Returns the row of a donor in the ledger of a year, found by the name or the id of the donor. */
export async function findLedgerRow(
  office: Client,
  donor: string,
  year = 2025,
): Promise<LedgerRow | undefined> {
  const { body } = await office.get<Ledger>(`/api/admin/church-ledger?year=${year}&limit=1000`);
  return body.rows.find((row) => row.name === donor || row.donorId === donor);
}

/** Restores a deleted donation. */
export const restoreDonation = (
  office: Client,
  id: string,
  body?: object,
  headers?: Record<string, string>,
) => office.post<Donation & ErrorBody>(donationPath(id, '/restore'), body, headers);
