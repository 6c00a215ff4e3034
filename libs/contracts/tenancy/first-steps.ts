import { z } from 'zod';

/** What a new church does first, each true once it is there. */
export const firstSteps = z.object({
  /** a logo that is shown */
  look: z.boolean(),
  /** somebody besides its first administrator */
  people: z.boolean(),
  /** where members give online */
  giving: z.boolean(),
  /** a gift that stands, by hand or from a file */
  gifts: z.boolean(),
  /** whether the church has hidden the list */
  isPutAway: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;
export const changeFirstSteps = z.strictObject({ isPutAway: z.boolean() });
