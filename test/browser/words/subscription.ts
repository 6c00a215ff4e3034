import { type Act, broken, click, fill, first, mended, type Row } from './say.js';

/** The texts of the pages on which a plan is chosen and paid. `standIn` replaces Stripe. */
export const subscription = (standIn: Act): Row[] => [
  {
    screen: '/subscribe',
    as: 'member@grace.test',
    says: [
      'Choose Your Plan',
      '7-Day Free Trial',
      'Cancel Anytime',
      '$35',
      '$80',
      '$179',
      '$299',
      'Up to 100 members',
      'Up to 300 members',
      'Up to 1,000 members',
      'Unlimited members',
      'Most Popular',
      'Your church’s administrators choose its plan.',
    ],
  },
  {
    screen: '/subscribe',
    as: 'admin@empty.test',
    says: ['Choose Your Plan', 'Start Free Trial', 'Apply'],
  },
  {
    acts: [standIn, fill('Promo code', 'NO SUCH'), click('Apply')],
    says: ['Invalid Promo Code', 'Please check your promo code and try again.'],
  },
  {
    acts: [fill('Promo code', 'faith20'), click('Apply')],
    says: ['Promo Code Applied', 'Applied'],
  },
  {
    acts: [broken('/api/create-subscription'), first('Start Free Trial')],
    says: ['Error', 'Failed to create subscription. Please try again.'],
  },
  {
    acts: [
      mended('/api/create-subscription'),
      (page) =>
        page.route('**/api/create-subscription', (route) =>
          route.fulfill({ status: 201, json: {} }),
        ),
      first('Start Free Trial'),
    ],
    says: ['Error', 'No client secret received'],
  },
  {
    acts: [mended('/api/create-subscription'), first('Start Free Trial')],
    says: [
      'Back to Plans',
      'Complete Your Subscription',
      'Basic',
      '20%',
      'Subscribe Now',
      'Secured by',
    ],
  },
  {
    acts: [
      (page) => page.getByLabel('Card number').fill('4242 4242 4242 4242'),
      click('Subscribe Now'),
    ],
    says: ['Payment Successful', 'Welcome to your new subscription!', 'Current Plan'],
  },
];
