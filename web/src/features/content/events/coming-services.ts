import { addDays, weekdayOf } from '#libs/calendar';
import type { Service } from '#libs/contracts';

export interface ComingServices {
  /** The day of the services (`YYYY-MM-DD`), or null if the church has none. */
  date: string | null;
  /** The first services of that day. */
  services: Service[];
  /** The number of further services of that day. */
  moreCount: number;
  isThisSunday: boolean;
}

/** The largest number of services of one day that are shown. */
const maxServices = 3;

const dayOf = ({ nextStartsAt }: Service) => nextStartsAt?.slice(0, 10) ?? '';

/** Returns whether a service has begun. It is still the next one until it ends. */
export const isRunning = ({ nextStartsAt }: Service): boolean =>
  nextStartsAt !== null && Date.parse(nextStartsAt) <= Date.now();

/**
 * Returns the services of this Sunday. If it has none, it returns those of the next day with a
 * service.
 * @param today the date in the time zone of the church; if it is a Sunday, it is "this Sunday"
 */
export function findComingServices(all: readonly Service[], today: string): ComingServices {
  const days = all
    .map(dayOf)
    .filter((day) => day !== '')
    .sort();
  const inAWeek = addDays(`${today}T00:00:00`, 7).slice(0, 10);
  const thisSunday = days.find((day) => weekdayOf(day) === 'SU' && day < inAWeek);
  const date = thisSunday ?? days[0] ?? null;
  const services = all
    .filter((service) => dayOf(service) === date)
    .sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)));
  return {
    date,
    services: services.slice(0, maxServices),
    moreCount: Math.max(0, services.length - maxServices),
    isThisSunday: thisSunday !== undefined,
  };
}
