import { z } from 'zod';
import { readDomain } from '../web-address.js';

/** A host name, or the URL of a site (`HTTPS://Portal.Church.org/`); it is stored in lower case. */
export const domainInput = z
  .string('Domain must be at least 3 characters')
  .trim()
  .max(300, 'Please enter a valid domain name')
  .min(3, 'Domain must be at least 3 characters')
  .transform((typed, context) => {
    const domain = readDomain(typed);
    if (domain !== null) return domain;
    context.addIssue({ code: 'custom', message: 'Please enter a valid domain name' });
    return z.NEVER;
  });

export const domainRequest = z.strictObject({ domain: domainInput });

/**
 * A church's own domain, with the DNS records that point it to this server and prove that the
 * church owns it.
 */
export const churchDomain = z.object({
  domain: z.string().nullable(),
  isVerified: z.boolean(),
  records: z.array(
    z.object({ type: z.enum(['CNAME', 'TXT']), name: z.string(), value: z.string() }),
  ),
});
export type ChurchDomain = z.infer<typeof churchDomain>;
