import type { RateLimiter } from '#libs/http';
import { noSuchCode, type Subscriptions } from './subscriptions.js';

/** The code as it is kept. Guessing is slowed down, apart from those who fail to sign in. @throws HttpError 400, 429 */
export async function checkPromoCode(
  rateLimiter: RateLimiter,
  subscriptions: Subscriptions,
  code: string,
  address: string,
): Promise<string> {
  const known = await rateLimiter.try(
    null,
    address,
    'wrong-code',
    () => Promise.resolve(subscriptions.promoCode(code)),
    'promo-code',
  );
  if (known === null) throw noSuchCode();
  return known;
}
