import { afterAll } from '@jest/globals';
import { StripeDouble } from '../../support/stripe/server.js';
import { describeInBrowser, type Portal } from '../support.js';

/** The test double of Stripe that the portal uses. It runs as long as the tests of the file. */
export type PortalStripe = Pick<StripeDouble, 'account' | 'url' | 'deliver'>;

/** Calls `describeInBrowser` with a portal that uses a test double of Stripe and a promo code. */
export function describeWithStripe(
  name: string,
  tests: (portal: Portal, stripe: PortalStripe) => void,
): void {
  let double: StripeDouble | undefined;
  const stripe: PortalStripe = {
    get account() {
      return double!.account;
    },
    get url() {
      return double!.url;
    },
    deliver: (...delivery) => double!.deliver(...delivery),
  };
  describeInBrowser(
    name,
    (portal) => {
      afterAll(() => double?.stop());
      tests(portal, stripe);
    },
    async () => {
      double = await StripeDouble.start();
      return { ...double.env, PROMO_CODES: 'FAITH20' };
    },
  );
}
