import type { ServiceInput } from '#libs/contracts';

/** The regular services of the demo churches. */
export const demoServices: Required<ServiceInput>[] = [
  {
    title: 'Sunday Service',
    recurrence: 'FREQ=MONTHLY;BYDAY=1SU,3SU',
    time: '11:00',
    durationMinutes: 90,
    place: '',
    link: '',
  },
  {
    title: 'Bible Study',
    recurrence: 'FREQ=WEEKLY;BYDAY=TH',
    time: '20:00',
    durationMinutes: 60,
    place: 'Online meeting',
    link: '',
  },
];
