import { z } from 'zod';
import { ticketInput } from '#libs/contracts';
import { formResolver } from '../../../../lib/forms/form-resolver';
import type { TicketValues } from './ticket-values';

const schema = ticketInput
  .pick({ subject: true, description: true, priority: true, category: true })
  .extend({ organizationId: z.string().min(1, 'Please choose a church').optional() });

export default formResolver<TicketValues>()(schema);
