import type { RateLimiter } from '#libs/http';
import { noSuchCode, type Subscriptions } from './subscriptions.js';

/**
 * Checks a promo code. Attempts are limited for each network, separately from attempts to sign in.
 * @param address the IP address of the request
 * @returns the code as it is configured, in upper case
 * @throws HttpError 400 for an unknown code, 429
 */
export async function checkPromoCode(
  rateLimiter: RateLimiter,
  subscriptions: Subscriptions,
  code: string,
  address: string,
): Promise<string> {
  const promoCode = await rateLimiter.try(
    null,
    address,
    'wrong-code',
    () => Promise.resolve(subscriptions.promoCode(code)),
    'promo-code',
  );
  if (promoCode === null) throw noSuchCode();
  return promoCode;
}
