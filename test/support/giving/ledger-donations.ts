import type { Client } from '../client.js';
import { give, giveAsGuest } from '../donations.js';

/**
 * Records two donations of a member in 2010, and twelve donations of six guests, Giver a to
 * Giver f: those of a, c and e in June 2010, those of b, d and f in June 2011.
 */
export async function recordLedgerDonations(staff: Client, memberId: string): Promise<void> {
  for (let n = 0; n < 12; n++)
    await giveAsGuest(staff, `Giver ${'abcdef'[n % 6]!}`, {
      amount: `${(n % 3) + 1}.00`,
      date: `201${n % 2}-06-01`,
    });
  await give(staff, memberId, { amount: '10.00', date: '2010-01-01' });
  await give(staff, memberId, { amount: '20.00', date: '2010-12-31' });
}
