import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { ticketInput } from '#libs/contracts';
import type { TicketValues } from './ticket-values';

const schema = ticketInput
  .pick({ subject: true, description: true, priority: true, category: true })
  .extend({ organizationId: z.string().min(1, 'Please choose a church').optional() });

export default zodResolver<TicketValues, unknown, TicketValues>(
  schema as unknown as z.ZodType<TicketValues, TicketValues>,
);
