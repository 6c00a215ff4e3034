import type { Service } from '#libs/contracts';
import type { Recurrence } from '../../../lib/content/recurrence';

/** A regular service as it is stored. */
export type ServiceEntry = Pick<
  Service,
  'title' | 'recurrence' | 'time' | 'durationMinutes' | 'place' | 'link'
>;

/** A regular service as the form has it. */
export interface ServiceValues extends Omit<ServiceEntry, 'recurrence'> {
  recurrence: Recurrence;
}
