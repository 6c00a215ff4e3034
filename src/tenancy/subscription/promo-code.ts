import type { Throttle } from '#libs/http';
import type { Subscriptions } from './subscriptions.js';

/** The code as it is kept. Guessing is slowed down, apart from those who fail to sign in. @throws HttpError 400, 429 */
export async function checkPromoCode(throttle: Throttle, subscriptions: Subscriptions, code: string, address: string): Promise<string> {
  let refusal: unknown;
  const known = await throttle.try(null, address, 'wrong-code', () => {
    try {
      return Promise.resolve(subscriptions.assertPromoCode(code));
    } catch (error) {
      refusal = error;
      return Promise.resolve(null);
    }
  }, 'promo-code');
  if (known === null) throw refusal;
  return known;
}
