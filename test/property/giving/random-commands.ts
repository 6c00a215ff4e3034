import fc from 'fast-check';
import { memberMethods, paymentMethods } from '#libs/contracts';

/** The names of the members of each church. */
export const members = ['Hannah Brooks', 'Caleb Moreno', 'Ruth Ames', 'Ezra Pound', 'Ada Byron'];
/** The names of guests. Several are different spellings of one name, which means one guest. */
const guests = [
  'Ann Lee',
  'ann  lee',
  'ＡＮＮ Lee',
  'Bo Li',
  'BO LI',
  'Hannah Brooks',
  "O'Neil Łukasz",
  'Zoë Äpfel',
];
const campaigns = [
  null,
  'General Fund',
  'general  fund',
  'Roof',
  'ROOF',
  'Missions',
  'Choir robes',
  'Организация',
];

const cents = fc.oneof(
  fc.bigInt({ min: 1n, max: 100_000n }),
  fc.constantFrom(1n, 10n, 9_999_999_999n),
);
const date = fc
  .tuple(
    fc.integer({ min: 2023, max: 2026 }),
    fc.constantFrom('-01-01', '-12-31', '-02-28', '-06-15', '-10-09'),
  )
  .map(([year, day]) => `${year}${day}`);
const nth = fc.nat({ max: 1_000_000 });
const title = fc.constantFrom('Roof', 'roof', 'Missions', 'Choir robes', 'General Fund', 'Tower');
const church = fc.constantFrom(0, 1);
/** A command with random values. `nth` chooses one of the existing objects. */
export const command = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant('member' as const),
      church,
      nth,
      cents,
      date,
      method: fc.constantFrom(...memberMethods),
      campaign: fc.constantFrom(...campaigns),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('guest' as const),
      church,
      name: fc.constantFrom(...guests),
      cents,
      date,
      method: fc.constantFrom(...paymentMethods),
      campaign: fc.constantFrom(...campaigns),
    }),
  },
  {
    weight: 18,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      church,
      nth,
      changes: fc.record(
        {
          cents,
          date,
          method: fc.constantFrom(...paymentMethods),
          campaign: fc.constantFrom(...campaigns),
          member: nth,
          guest: fc.constantFrom('', ...guests),
          notes: fc.constantFrom(null, 'thanks', 'again'),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('void' as const), church, nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), church, nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pledge' as const),
      church,
      nth,
      year: fc.integer({ min: 2023, max: 2026 }),
      cents: fc.bigInt({ min: 100n, max: 10_000_000n }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change pledge' as const),
      church,
      nth,
      cents: fc.bigInt({ min: 100n, max: 10_000_000n }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      church,
      title,
      startDate: date,
      cents,
      isActive: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change fundraiser' as const),
      church,
      nth,
      isActive: fc.option(fc.boolean(), { nil: undefined }),
      title: fc.option(title, { nil: undefined }),
      startDate: fc.option(date, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), church, nth }) },
);
export type RandomCommand = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/** A row of a donation file with random values. */
export const importedRow = fc.record({ nth, cents, date, campaign: fc.constantFrom(...campaigns) });
export type RandomRow = typeof importedRow extends fc.Arbitrary<infer Value> ? Value : never;
