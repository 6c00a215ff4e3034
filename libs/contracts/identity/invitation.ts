import { z } from 'zod';
import { emailInput } from './identity.js';

/** Up to fifty addresses at once, each invited by an email. */
export const inviteRequest = z.strictObject({
  emails: z
    .array(emailInput)
    .min(1, 'Please enter an email address')
    .max(50, 'Please invite at most 50 people at once'),
});
/** Where whoever has the link registers with the church. */
export const invitationLink = z.object({ url: z.string() });
export type InvitationLink = z.infer<typeof invitationLink>;
export const invited = z.object({
  /** the addresses to which an email is sent */
  invited: z.number().int(),
  /** addresses of people who are in the church already, with an account */
  known: z.array(z.string()),
});
export type Invited = z.infer<typeof invited>;
