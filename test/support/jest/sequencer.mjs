import Sequencer from '@jest/test-sequencer';

/**
 * Files that take long, in seconds on two idle cores: what a machine that has not run them yet
 * should know.
 */
const long = {
  'faults/short': 85,
  'time-zones/time-zones': 45,
  'giving/import/sources': 30,
  'property/linear-time': 18,
  'architecture/regular-expressions': 11,
  'property/giving': 28,
  'property/givers': 10,
  'property/import-review': 10,
  'property/import-meanings': 25,
  'event-store/migrate-events': 45,
  'giving/donation-restore': 8,
  'event-store/first-start': 35,
  'event-store/read-ahead': 15,
  'program/program': 42,
  'program/container': 30,
  'eventstoredb-store': 36,
  'requests/hostile-bodies': 25,
  'requests/hostile-strings': 25,
  'program/two-processes': 20,
  'eventstoredb-follow': 55,
  'sign-in/registration-by-email': 16,
  'journal/verify': 15,
  'e2e/jobs': 12,
  'requests/slow-bodies': 40,
  'program/database-addresses': 14,
  'program/embedded-restart': 10,
  'property/follower': 18,
  'eventstoredb-unfinished': 15,
  'turns/call-turns': 20,
  'giving/donations-at-once': 16,
  'event-store/health': 10,
  'tenancy/two-churches': 10,
  'sign-in/rate-limits': 13,
  'account/email-links-and-attackers': 11,
  'e2e/tenancy/subscription': 14,
  'tenancy/subscription-emails': 14,
  'tenancy/stripe-deletions': 14,
  'tenancy/stripe-webhook': 13,
  'tenancy/subscription-troubles': 11,
  'database/embedded': 11,
  'program/backup': 20,
  'program/two-processes-uploads': 55,
  'program/two-processes-tickets': 12,
  'e2e/live': 20,
  'support/ticket-answers': 10,
  'content/s3': 40,
  'content/text-messages': 12,
  'content/uploads': 13,
  'browser/arrow-keys': 60,
  'browser/combobox': 45,
  'browser/content-policy': 20,
  'accessibility/forced-colors': 45,
  'accessibility/visible-focus': 40,
  'browser/words': 60,
  'browser/words-staff': 60,
  'browser/tickets': 40,
  'browser/ticket-queue': 30,
  'browser/live': 25,
  'browser/published-content': 45,
  'content/library': 30,
  'browser/content/events': 25,
  'content/studies': 25,
  'content/resources': 25,
  'content/community': 25,
  'content/dashboard': 25,
  'browser/screens': 80,
  'giving/treasurer': 45,
  'giving/deleted-gifts': 35,
  'identity/members': 45,
  'tenancy/church': 45,
  'browser/first-steps': 20,
  'browser/giving-dashboard': 20,
  'browser/palette': 25,
  'identity/landing-pages': 20,
  'browser/grids': 20,
  'identity/account': 35,
  'identity/unsaved-changes': 12,
  'browser/tenancy/subscription': 27,
  'giving/import': 25,
  'giving/review-grid': 40,
  'giving/givers': 25,
  'tenancy/appearance': 40,
  'identity/open-id': 22,
  'identity/session': 20,
  'browser/keyboard': 20,
  'browser/print': 20,
  'giving/giving-file': 20,
  'browser/forms': 30,
  'browser/figures': 40,
  'browser/public-pages': 25,
};

const isInBrowser = ({ path }) => /[\\/]test[\\/]browser[\\/]/.test(path);
const seconds = ({ path, duration }) =>
  (duration ??
    1000 *
      (Object.entries(long).find(([name]) =>
        path.replaceAll('\\', '/').endsWith(`${name}.spec.ts`),
      )?.[1] ?? 3)) / 1000;

/**
 * What needs no browser comes first; in either part the long ones, so that no worker is left alone
 * with one at the end.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort(
      (a, b) => Number(isInBrowser(a)) - Number(isInBrowser(b)) || seconds(b) - seconds(a),
    );
  }
}
