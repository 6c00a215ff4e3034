import type { Service } from '#libs/contracts';
import type { Recurrence } from '../../../lib/content/recurrence';

/** A regular service as it is kept. */
export type ServiceEntry = Pick<
  Service,
  'title' | 'recurrence' | 'time' | 'durationMinutes' | 'place' | 'link'
>;

/** And as it stands in the form. */
export interface ServiceValues extends Omit<ServiceEntry, 'recurrence'> {
  recurrence: Recurrence;
}
