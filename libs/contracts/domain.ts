import { z } from 'zod';

/** A host name with a dot and an ending of letters. */
export const domainInput = z.string('Domain must be at least 3 characters').trim().toLowerCase().max(253).min(3, 'Domain must be at least 3 characters')
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/, 'Please enter a valid domain name');

export const domainRequest = z.strictObject({ domain: domainInput });

/** A church's own domain, and the records that lead it here and show that it is the church's. */
export const churchDomain = z.object({
  domain: z.string().nullable(),
  isVerified: z.boolean(),
  records: z.array(z.object({ type: z.enum(['CNAME', 'TXT']), name: z.string(), value: z.string() })),
});
export type ChurchDomain = z.infer<typeof churchDomain>;
