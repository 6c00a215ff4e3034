import { z } from 'zod';

/** The first tasks of a new church. Each is true when it is done. */
export const firstSteps = z.object({
  /** the church shows a logo */
  look: z.boolean(),
  /** the church has entered a regular service */
  services: z.boolean(),
  /** the church has a user besides its first administrator */
  people: z.boolean(),
  /** the church has a link to give online */
  giving: z.boolean(),
  /** the church has a donation, recorded by hand or imported */
  gifts: z.boolean(),
  /** whether the church has hidden the list */
  isPutAway: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;
export const changeFirstSteps = z.strictObject({ isPutAway: z.boolean() });
