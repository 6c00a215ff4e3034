import Sequencer from '@jest/test-sequencer';

/** Files that take long, in seconds on two idle cores: what a machine that has not run them yet should know. */
const long = {
  'faults/short': 110,
  'time-zones/time-zones': 20,
  'giving/sources': 60,
  'property/linear-time': 60,
  'architecture/regular-expressions': 25,
  'property/giving': 28,
  'property/givers': 10,
  'property/import-review': 10,
  'property/import-meanings': 25,
  'giving/migrate-events': 28,
  'giving/donation-restore': 8,
  'giving/first-start': 35,
  'giving/read-ahead': 15,
  'e2e/program': 35,
  'e2e/container': 20,
  'eventstoredb-store': 36,
  'e2e/hostile-strings': 35,
  'e2e/two-processes': 20,
  'eventstoredb-follow': 28,
  'sign-in/by-mail': 16,
  'journal/verify': 15,
  'e2e/jobs': 12,
  'sign-in/bursts': 13,
  'account/letters-and-attackers': 11,
  'tenancy/subscription': 14,
  'tenancy/subscription-letters': 14,
  'tenancy/stripe-forgets': 14,
  'tenancy/stripe-webhook': 13,
  'tenancy/subscription-troubles': 11,
  'database/embedded': 11,
  'e2e/backup': 10,
  'e2e/two-processes-uploads': 55,
  'e2e/two-processes-tickets': 12,
  'e2e/live': 20,
  'support/ticket-mail': 10,
  'content/s3': 25,
  'content/texts': 12,
  'content/uploads': 13,
  'browser/words': 60,
  'browser/words-staff': 60,
  'browser/tickets': 40,
  'browser/tickets-desk': 30,
  'browser/live': 25,
  'browser/content-story': 45,
  'content/library': 30,
  'content/events': 30,
  'content/studies': 25,
  'content/resources': 25,
  'content/community': 25,
  'content/dashboard': 25,
  'browser/screens': 80,
  'browser/treasurer': 45,
  'browser/deleted-gifts': 35,
  'browser/members': 45,
  'browser/church': 45,
  'browser/first-hour': 20,
  'browser/office-day': 20,
  'browser/palette': 25,
  'browser/doors': 20,
  'browser/grids': 42,
  'browser/account': 35,
  'browser/leaving': 25,
  'browser/subscription': 27,
  'browser/import': 25,
  'browser/review-grid': 40,
  'browser/givers': 25,
  'browser/appearance': 25,
  'browser/open-id': 22,
  'browser/session': 20,
  'browser/keyboard': 20,
  'browser/print': 20,
  'browser/giving-file': 20,
  'browser/forms': 30,
  'browser/figures': 40,
  'browser/front-door': 25,
};

const isInBrowser = ({ path }) => /[\\/]test[\\/]browser[\\/]/.test(path);
const seconds = ({ path, duration }) =>
  (duration ??
    1000 *
      (Object.entries(long).find(([name]) =>
        path.replaceAll('\\', '/').endsWith(`${name}.spec.ts`),
      )?.[1] ?? 3)) / 1000;

/** What needs no browser comes first; in either part the long ones, so that no worker is left alone with one at the end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort(
      (a, b) => Number(isInBrowser(a)) - Number(isInBrowser(b)) || seconds(b) - seconds(a),
    );
  }
}
