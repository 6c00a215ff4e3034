import { badRequest, type Throttle } from '#libs/http';
import type { Subscriptions } from './subscriptions.js';

export const noSuchCode = () => badRequest('Invalid Promo Code', [{ path: 'promoCode', message: 'Please check your promo code and try again.' }]);

/** The code as it is kept. Guessing is slowed down, apart from those who fail to sign in. @throws HttpError 400, 429 */
export async function checkPromoCode(throttle: Throttle, subscriptions: Subscriptions, code: string, address: string): Promise<string> {
  const known = await throttle.try(null, address, 'wrong-code', () => Promise.resolve(subscriptions.promoCode(code)), 'promo-code');
  if (known === null) throw noSuchCode();
  return known;
}
