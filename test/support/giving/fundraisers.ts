import type { Fundraiser } from '#libs/contracts';
import type { Client } from '../app.js';

export interface RoofFundraiser {
  title: string;
  description: string;
  goal: string;
}

/** Returns the values of a fundraiser. Each test needs another number, and so another title. */
export const roofFundraiser = (number: number): RoofFundraiser => ({
  title: `Roof repair ${number}`,
  description: 'A dry house for all',
  goal: '5000.00',
});

/** Creates an active fundraiser that begins in 2025 with an opening amount of 250 dollars. */
export const createFundraiser = (staff: Client, fundraiser: RoofFundraiser) =>
  staff.post<Fundraiser>('/api/fundraisers', {
    ...fundraiser,
    current: '250.00',
    startDate: '2025-01-01T12:00:00Z',
    endDate: null,
    isActive: true,
  });

/** Returns a fundraiser as the list of staff shows it. */
export const findFundraiser = async (
  staff: Client,
  fundraiserId: string,
): Promise<Fundraiser | undefined> =>
  (await staff.get<Fundraiser[]>('/api/fundraisers')).body.find(({ id }) => id === fundraiserId);
