import type { Donation } from '#libs/contracts';
import type { Client } from './client.js';

/** Records a donation of a member through the API, as staff do. */
export async function give(
  client: Client,
  userId: string,
  facts: Record<string, unknown> = {},
): Promise<Donation> {
  const answer = await client.post<Donation>('/api/admin/donations', {
    userId,
    amount: '25.00',
    date: '2025-03-02',
    ...facts,
  });
  if (answer.status !== 201) throw new Error(`not recorded: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Records a donation of a guest through the API. */
export async function giveAsGuest(
  client: Client,
  name: string,
  facts: Record<string, unknown> = {},
): Promise<Donation> {
  const [guestFirstName, guestLastName] = name.split(' ');
  const answer = await client.post<Donation>('/api/donations', {
    guestFirstName,
    guestLastName,
    amount: '25.00',
    date: '2025-03-02',
    ...facts,
  });
  if (answer.status !== 201) throw new Error(`not recorded: ${answer.status} ${answer.text}`);
  return answer.body;
}
