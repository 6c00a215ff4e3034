import type { BrowserContext } from 'playwright-core';
import type { Ticket } from '#libs/contracts';
import { phone, type Portal } from '../support.js';

export const ticketsPath = '/api/support-tickets';

/** Creates a ticket of the user who is signed in to the browser profile. */
export async function createTicket(
  context: BrowserContext,
  subject: string,
  fields: object = {},
): Promise<Ticket> {
  const answer = await context.request.post(ticketsPath, {
    data: { subject, description: 'It is there for a test in a browser.', ...fields },
  });
  return (await answer.json()) as Ticket;
}

/** Opens browser profiles of a member with a phone and of an admin. */
export async function visitAsMemberAndAdmin(
  portal: Portal,
): Promise<{ member: BrowserContext; admin: BrowserContext }> {
  return {
    member: await portal.visit('member@grace.test', { viewport: phone }),
    admin: await portal.visit('admin@grace.test'),
  };
}
