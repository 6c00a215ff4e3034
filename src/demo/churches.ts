import type { Role } from '#libs/contracts';
import type { NewChurch } from '../tenancy/index.js';
import type { DemoContent } from './content/demo-content.js';
import { graceContent } from './content/grace.js';
import { hopeContent } from './content/hope.js';
import { graceTickets, hopeTickets, type DemoTicket } from './tickets.js';

/** How a person usually gives. */
export interface Habit {
  /** the usual amount of a donation, in cents */
  cents: number;
  /** about how many times a year */
  times: number;
  method: 'Cash' | 'CashApp' | 'Zeffy';
}

export interface DemoPerson {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  joined: number;
  signsIn: boolean;
  isApproved?: boolean;
  isSuspended?: boolean;
  gives?: Habit;
  /** the pledge for this year in cents */
  pledges?: bigint;
}

export interface DemoChurch extends NewChurch {
  people: DemoPerson[];
  guests: { firstName: string; lastName: string; gives: Habit }[];
  fundraisers: {
    title: string;
    description: string;
    goal: bigint;
    current: bigint;
    startsInMonth: string;
    isActive: boolean;
    endDate: (thisYear: number) => string | null;
  }[];
  content: DemoContent;
  tickets: DemoTicket[];
}

const signsIn = true;
const habit = (cents: number, times: number, method: Habit['method']): Habit => ({
  cents,
  times,
  method,
});

function person(
  slug: string,
  line: string,
  gives?: Habit,
  more: Partial<DemoPerson> = {},
): DemoPerson {
  const [account, firstName, lastName, joined] = line.split(' ');
  return {
    email: `${account}@${slug}.test`,
    firstName: firstName!,
    lastName: lastName!,
    joined: Number(joined),
    role: 'member',
    signsIn: false,
    ...(gives ? { gives } : {}),
    ...more,
  };
}

const grace = (line: string, gives?: Habit, more?: Partial<DemoPerson>) =>
  person('grace', line, gives, more);
const hope = (line: string, gives?: Habit, more?: Partial<DemoPerson>) =>
  person('hope', line, gives, more);

/** The demo churches. All churches and people are invented. */
export const churches: DemoChurch[] = [
  {
    name: 'Grace Community Church',
    content: graceContent,
    tickets: graceTickets,
    slug: 'grace',
    timeZone: 'America/New_York',
    phone: '(706) 555-0142',
    email: 'office@grace.test',
    address: 'Augusta, GA',
    settings: {
      donationUrl: 'https://www.zeffy.com/en-US/donation-form/grace-community-church',
      paymentHandle: '$GraceCommunityAugusta',
      website_url: 'https://grace.test',
    },
    people: [
      grace('admin Ruth Whitfield 2018', habit(25_000, 12, 'Zeffy'), {
        role: 'admin',
        signsIn,
        pledges: 300_000n,
      }),
      grace('pastor Samuel Okafor 2018', habit(30_000, 12, 'Zeffy'), { role: 'pastor', signsIn }),
      grace('secretary Esther Lindqvist 2019', habit(8_000, 24, 'CashApp'), {
        role: 'secretary',
        signsIn,
        pledges: 180_000n,
      }),
      grace('support Daniel Reyes 2021', habit(5_000, 12, 'CashApp'), { role: 'support', signsIn }),
      grace('member Hannah Brooks 2020', habit(7_500, 26, 'CashApp'), {
        signsIn,
        pledges: 240_000n,
      }),
      grace('pending Caleb Moreno 2026', undefined, { signsIn, isApproved: false }),
      grace('suspended Victor Hale 2022', habit(2_000, 6, 'Cash'), { signsIn, isSuspended: true }),
      grace('abigail.carter Abigail Carter 2018', habit(40_000, 12, 'Zeffy')),
      grace('benjamin.osei Benjamin Osei 2018', habit(15_000, 24, 'Cash')),
      grace('charlotte.nguyen Charlotte Nguyen 2019', habit(6_000, 40, 'CashApp')),
      grace('david.kowalski David Kowalski 2019', habit(10_000, 12, 'Cash')),
      grace('eleanor.fitzgerald Eleanor Fitzgerald 2020', habit(50_000, 4, 'Zeffy')),
      grace('felix.abernathy Felix Abernathy 2020', habit(4_550, 20, 'CashApp')),
      grace('grace.montgomery Grace Montgomery 2021', habit(12_500, 12, 'Zeffy')),
      grace('henry.adeyemi Henry Adeyemi 2021', habit(3_025, 30, 'Cash')),
      grace('isabel.santos Isabel Santos 2022', habit(9_000, 18, 'CashApp'), { signsIn }),
      grace('jonah.petersen Jonah Petersen 2023', habit(2_500, 45, 'Cash')),
      grace('katherine.oyelaran Katherine Oyelaran 2024', habit(20_000, 10, 'Zeffy'), { signsIn }),
    ],
    guests: [
      { firstName: 'Margaret', lastName: 'Holloway', gives: habit(10_000, 2, 'Cash') },
      { firstName: 'Theodore', lastName: 'Banks', gives: habit(25_000, 1, 'Cash') },
      { firstName: 'Lucia', lastName: 'Ferreira', gives: habit(5_000, 3, 'CashApp') },
    ],
    fundraisers: [
      {
        title: 'A home of our own',
        description:
          'We meet in a hotel. This fund will buy the land and build the house in which ' +
          'Grace will worship, teach and feed its neighbors.',
        goal: 15_000_000n,
        current: 2_350_000n,
        startsInMonth: '01',
        isActive: true,
        endDate: (year) => `${year + 1}-12-31`,
      },
      {
        title: 'Winter coats for Augusta',
        description:
          'A warm coat for each of the two hundred children on the list of the county ' +
          'shelter before the first frost.',
        goal: 800_000n,
        current: 0n,
        startsInMonth: '02',
        isActive: true,
        endDate: () => null,
      },
      {
        title: 'Sound system',
        description:
          'Microphones and speakers that reach the last row of the ballroom. Thank you: it ' +
          'is paid for.',
        goal: 450_000n,
        current: 450_000n,
        startsInMonth: '01',
        isActive: false,
        endDate: (year) => `${year}-06-30`,
      },
    ],
  },
  {
    name: 'Hope Chapel',
    content: hopeContent,
    tickets: hopeTickets,
    slug: 'hope',
    timeZone: 'America/Chicago',
    phone: '(312) 555-0188',
    email: 'hello@hope.test',
    people: [
      hope('admin Miriam Castellanos 2019', habit(20_000, 12, 'Zeffy'), { role: 'admin', signsIn }),
      hope('member Oliver Grant 2021', habit(5_500, 20, 'CashApp'), { signsIn, pledges: 100_000n }),
      hope('paula.ibarra Paula Ibarra 2022', habit(3_500, 24, 'Cash')),
    ],
    guests: [{ firstName: 'Walter', lastName: 'Simmons', gives: habit(7_500, 2, 'Cash') }],
    fundraisers: [
      {
        title: 'Roof repair',
        description:
          'The rain comes in over the choir. New shingles and flashing for the north side of ' +
          'the roof.',
        goal: 1_200_000n,
        current: 150_000n,
        startsInMonth: '01',
        isActive: true,
        endDate: (year) => `${year}-12-31`,
      },
    ],
  },
];
