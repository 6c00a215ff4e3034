import type { BrowserContext } from 'playwright-core';
import { addDays, instantAt, todayIn, weekdayOf } from '#libs/calendar';
import type { Service, Settings } from '#libs/contracts';
import { interceptCalls } from './intercept-calls.js';

const timeZone = 'America/New_York';
const today = () => todayIn(timeZone, new Date());
/** Returns the date of the church in some days. */
export const inDays = (days: number) => addDays(`${today()}T00:00:00`, days).slice(0, 10);
/** The day of this Sunday, which may be today. */
export const thisSunday = () =>
  [0, 1, 2, 3, 4, 5, 6].map(inDays).find((day) => weekdayOf(day) === 'SU')!;

/** A service on a day, at 11:00 if `change` has no other time. */
export const serviceOn = (
  day: string,
  title: string,
  { time = '11:00', ...change }: Partial<Service> = {},
): Service => ({
  title,
  recurrence: '',
  time,
  durationMinutes: 60,
  place: '',
  link: '',
  repeats: '',
  nextStartsAt: instantAt(`${day}T${time}:00`, timeZone).toISOString(),
  ...change,
});

/** Lets the church have these services. */
export const replaceServices = (context: BrowserContext, services: Service[]) =>
  interceptCalls(context, '**/api/settings', async (route) => {
    const settings = (await (await route.fetch()).json()) as Settings;
    await route.fulfill({ json: { ...settings, eventLocation: 'Main sanctuary', services } });
  });
