import { z } from 'zod';
import { emailInput } from './identity.js';

/** The email addresses to which invitations are sent, at most fifty. */
export const inviteRequest = z.strictObject({
  emails: z
    .array(emailInput)
    .min(1, 'Please enter an email address')
    .max(50, 'Please invite at most 50 people at once'),
});
/** The link with which a person registers with the church. */
export const invitationLink = z.object({ url: z.string() });
export type InvitationLink = z.infer<typeof invitationLink>;
export const invited = z.object({
  /** the number of addresses to which an email is sent */
  invited: z.number().int(),
  /** the addresses of users of the church who have an account already */
  known: z.array(z.string()),
});
export type Invited = z.infer<typeof invited>;
