import { v7 as newId } from 'uuid';
import {
  serviceInput,
  settingKeys,
  socialLinks,
  type FaqEntry,
  type Service,
  type SettingKey,
  type Settings,
} from '#libs/contracts';
import {
  addDays,
  endOfDay,
  instantAt,
  localNow,
  todayIn,
  withLocalEnd,
  withOffset,
} from '#libs/calendar';
import type { Tx } from '#libs/database';
import { invalidField } from '#libs/http';
import { inWords, NoRule, occurrenceAtOrAfter, occurrenceFrom, readRule } from '#libs/recurrence';
import {
  listSettingVersions,
  readChurchFacts,
  readSetupFacts,
  storeFact,
  storeSetting,
  turnOff,
  turnOn,
} from './settings.sql.js';

/** The settings without `today`, which each answer computes. */
export type SettingsWithoutToday = Omit<Settings, 'today'>;

/** The values of settings that a church has not set. */
export const defaultSettings: SettingsWithoutToday = {
  facebook_url: '',
  instagram_url: '',
  twitter_url: '',
  youtube_url: '',
  website_url: '',
  donationUrl: '',
  paymentHandle: '',
  about: '',
  address: '',
  eventLocation: '',
  services: [],
  pastorFaq: [],
  smsNews: '',
  churchName: 'Church Connect',
  phoneNumber: '',
  email: '',
  primaryColor: '#3b82f6',
  timeZone: 'America/New_York',
  isPortalHost: false,
  isChurchHost: false,
  singleSignOn: false,
  churchUrl: '',
  platformEmail: '',
  versions: Object.fromEntries(settingKeys.map((key) => [key, 0])),
};

/**
 * Reads the settings of the transaction's church. While the church waits for its contact, the
 * defaults are returned, because a stranger may have entered the values.
 */
export async function readSettings(tx: Tx): Promise<SettingsWithoutToday> {
  const [church] = await readChurchFacts(tx);
  if (church?.awaitsContact) return { ...defaultSettings, timeZone: church.timeZone };
  const rows = await tx.query
    .selectFrom('siteSetting')
    .select(['key', 'value'])
    .where('organizationId', '=', tx.organizationId)
    .execute();
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const settings = { ...defaultSettings };
  for (const key of [
    ...socialLinks,
    'donationUrl',
    'paymentHandle',
    'about',
    'eventLocation',
  ] as const)
    settings[key] = stored[key] ?? defaultSettings[key];
  settings.smsNews = stored.smsNews === 'on' ? 'on' : '';
  if (church) {
    settings.churchName = church.name;
    settings.phoneNumber = church.phone ?? defaultSettings.phoneNumber;
    settings.email = church.email ?? defaultSettings.email;
    settings.primaryColor = church.primaryColor;
    settings.timeZone = church.timeZone;
    settings.address = church.address ?? defaultSettings.address;
    settings.services = describeServices(stored.services, church.timeZone, new Date());
    settings.pastorFaq = stored.pastorFaq ? (JSON.parse(stored.pastorFaq) as FaqEntry[]) : [];
  }
  const versions = await listSettingVersions(tx);
  const versionOf = new Map(versions.map(({ key, version }) => [key, version]));
  settings.versions = Object.fromEntries(settingKeys.map((key) => [key, versionOf.get(key) ?? 0]));
  return settings;
}

/** Returns the date of a time zone, and the moment at which it ends there. */
export function describeToday(timeZone: string, now: Date): Settings['today'] {
  const date = todayIn(timeZone, now);
  return { date, endsAt: endOfDay(date, timeZone).toISOString() };
}

type StoredService = Omit<Service, 'repeats' | 'nextStartsAt'>;

/**
 * Returns the regular services with their recurrence in words and their next date; none if the
 * church has entered none.
 */
function describeServices(stored: string | undefined, timeZone: string, now: Date): Service[] {
  const services = stored ? (JSON.parse(stored) as StoredService[]) : [];
  return services.map((service) => {
    const recurrence = withLocalEnd(service.recurrence, timeZone) ?? service.recurrence;
    // the search starts yesterday, because a service may last until after midnight
    const start = addDays(`${localNow(timeZone, now).slice(0, 10)}T${service.time}:00`, -1);
    const series = { start, rule: recurrence, exceptions: [], timeZone };
    const next = occurrenceAtOrAfter(series, service.durationMinutes, now);
    return {
      ...service,
      recurrence,
      repeats: inWords(series),
      nextStartsAt: next && withOffset(instantAt(next, timeZone), timeZone),
    };
  });
}

/**
 * Validates the recurrence of each regular service, and returns the services as they are stored
 * (JSON).
 * @throws HttpError 400 for the service whose recurrence is invalid
 */
export function readServices(value: string, timeZone: string): string {
  const services = (JSON.parse(value) as unknown[]).map((service) => serviceInput.parse(service));
  return JSON.stringify(
    services.map((service, index) => {
      try {
        const recurrence = readRule(service.recurrence, timeZone);
        if (
          !occurrenceFrom(
            {
              start: `2026-01-01T${service.time}:00`,
              rule: recurrence,
              exceptions: [],
              timeZone,
            },
            new Date(0),
          )
        )
          throw new NoRule('This rule never comes true.');
        return { ...service, recurrence };
      } catch (error) {
        if (error instanceof NoRule) throw invalidField(`${index}.recurrence`, error.message);
        throw error;
      }
    }),
  );
}

/** Reads the stored value of one setting of the transaction's church; null if it is not set. */
export async function readChurchSetting(tx: Tx, key: SettingKey): Promise<string | null> {
  const row = await tx.query
    .selectFrom('siteSetting')
    .select('value')
    .where('organizationId', '=', tx.organizationId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Stores a setting of the transaction's church, and returns whether the value has changed. */
export async function writeSetting(tx: Tx, key: SettingKey, value: string): Promise<boolean> {
  const changed =
    key in storeFact
      ? await storeFact[key as keyof typeof storeFact].count(tx, { value })
      : await storeSetting.count(tx, { id: newId(), key, value });
  return changed > 0;
}

/**
 * Switches of a church that are not settings. While a switch is on, `site_setting` has a row for
 * it.
 */
export type Flag = 'publicPodcast' | 'firstStepsPutAway';

/** Whether a switch of the transaction's church is on. */
export async function isFlagOn(tx: Tx, flag: Flag): Promise<boolean> {
  const rows = await tx.query
    .selectFrom('siteSetting')
    .select('id')
    .where('organizationId', '=', tx.organizationId)
    .where('key', '=', flag)
    .execute();
  return rows.length > 0;
}

/** Turns a switch of the transaction's church on or off, and returns whether it has changed. */
export async function writeFlag(tx: Tx, flag: Flag, isOn: boolean): Promise<boolean> {
  const changed = isOn
    ? await turnOn.count(tx, { id: newId(), key: flag })
    : await turnOff.count(tx, { key: flag });
  return changed > 0;
}

/** Which first steps a new church has completed. */
export interface Setup {
  /** whether a logo is shown */
  hasLogo: boolean;
  /** whether the church has entered a regular service */
  hasServices: boolean;
  /** whether the church has entered the address of its donation page */
  hasDonationUrl: boolean;
  /** whether an admin has hidden the list of first steps */
  isPutAway: boolean;
}

/** Reads which first steps the transaction's church has completed. */
export async function readSetup(tx: Tx): Promise<Setup> {
  const [setup] = await readSetupFacts(tx);
  return setup!;
}
