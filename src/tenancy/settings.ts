import { v7 as newId } from 'uuid';
import {
  defaultServices,
  serviceInput,
  socialLinks,
  type FaqEntry,
  type Service,
  type SettingKey,
  type Settings,
} from '#libs/contracts';
import { addDays, instantAt, localNow, withLocalEnd, withOffset } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { refusedAt } from '#libs/http';
import { inWords, NoRule, occurrenceAtOrAfter, occurrenceFrom, readRule } from '#libs/recurrence';

/** Shown where a church has not said otherwise. */
export const fallback: Settings = {
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
};

/** Settings that are facts of the organization itself; the others lie in `site_setting`. */
const columns: Partial<Record<SettingKey, string>> = {
  churchName: 'name',
  phoneNumber: 'phone',
  email: 'email',
  primaryColor: 'primary_color',
  timeZone: 'time_zone',
  address: 'address',
};

/** Of the church of the transaction. While it waits for its contact it shows nothing of what a stranger may have typed. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const [church] = await tx.sql<{
    name: string;
    phone: string | null;
    email: string | null;
    address: string | null;
    primary_color: string;
    time_zone: string;
    awaits_contact: boolean;
  }>(
    'select name, phone, email, address, primary_color, time_zone, awaits_contact from organization where id = $1',
    [tx.organizationId],
  );
  if (church?.awaits_contact) return { ...fallback, timeZone: church.time_zone };
  const rows = await tx.sql<{ key: string; value: string }>(
    'select key, value from site_setting where organization_id = $1',
    [tx.organizationId],
  );
  const kept = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const settings = { ...fallback };
  for (const key of [
    ...socialLinks,
    'donationUrl',
    'paymentHandle',
    'about',
    'eventLocation',
  ] as const)
    settings[key] = kept[key] ?? fallback[key];
  settings.smsNews = kept.smsNews === 'on' ? 'on' : '';
  if (church) {
    settings.churchName = church.name;
    settings.phoneNumber = church.phone ?? fallback.phoneNumber;
    settings.email = church.email ?? fallback.email;
    settings.primaryColor = church.primary_color;
    settings.timeZone = church.time_zone;
    settings.address = church.address ?? fallback.address;
    settings.services = servicesOf(kept.services, church.time_zone, new Date());
    settings.pastorFaq = kept.pastorFaq ? (JSON.parse(kept.pastorFaq) as FaqEntry[]) : [];
  }
  return settings;
}

type KeptService = Omit<Service, 'repeats' | 'nextStartsAt'>;

/** The regular services with their rule in words and when they are next. */
function servicesOf(kept: string | undefined, timeZone: string, now: Date): Service[] {
  const services = kept ? (JSON.parse(kept) as KeptService[]) : defaultServices;
  return services.map((service) => {
    const recurrence = withLocalEnd(service.recurrence, timeZone) ?? service.recurrence;
    // a service of yesterday evening may still take place
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
 * The services as they are kept: with rules that can be read.
 * @throws HttpError 400 that names the service whose rule cannot
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
        if (error instanceof NoRule) throw refusedAt(`${index}.recurrence`, error.message);
        throw error;
      }
    }),
  );
}

/** One that is not shown to everybody, as it was written; null where nobody has. */
export async function readChurchSetting(tx: Tx, key: SettingKey): Promise<string | null> {
  const [row] = await tx.sql<{ value: string }>(
    'select value from site_setting where organization_id = $1 and key = $2',
    [tx.organizationId, key],
  );
  return row?.value ?? null;
}

/** @returns whether it is another value than before */
export async function writeSetting(tx: Tx, key: SettingKey, value: string): Promise<boolean> {
  const column = columns[key];
  const changed = column
    ? await tx.sql(
        `update organization set ${column} = nullif($2, ''), updated_at = now() where id = $1 and ${column} is distinct from nullif($2, '') returning 1`,
        [tx.organizationId, value],
      )
    : await tx.sql(
        `insert into site_setting (organization_id, id, key, value) values ($1, $2, $3, $4)
         on conflict (organization_id, key) do update set value = excluded.value, updated_at = now() where site_setting.value <> excluded.value returning 1`,
        [tx.organizationId, newId(), key, value],
      );
  return changed.length > 0;
}

/** Switches of a church that no page shows as a setting. A row of `site_setting` is there while the switch is on. */
export type Flag = 'publicPodcast' | 'firstStepsPutAway';

/** Whether a switch of the transaction's church is on. */
export async function isFlagOn(tx: Tx, flag: Flag): Promise<boolean> {
  const rows = await tx.sql('select 1 from site_setting where organization_id = $1 and key = $2', [
    tx.organizationId,
    flag,
  ]);
  return rows.length > 0;
}

/** Turns a switch of the transaction's church on or off. @returns whether it was different before */
export async function writeFlag(tx: Tx, flag: Flag, isOn: boolean): Promise<boolean> {
  const changed = isOn
    ? await tx.sql(
        `insert into site_setting (organization_id, id, key, value)
         values ($1, $2, $3, 'on')
         on conflict (organization_id, key) do nothing
         returning 1`,
        [tx.organizationId, newId(), flag],
      )
    : await tx.sql('delete from site_setting where organization_id = $1 and key = $2 returning 1', [
        tx.organizationId,
        flag,
      ]);
  return changed.length > 0;
}

/** How far a new church has got with its setup. */
export interface Setup {
  /** shows a logo */
  hasLogo: boolean;
  /** tells where people can give */
  hasDonationUrl: boolean;
  /** has put the list of first steps away */
  isPutAway: boolean;
}

/** Reads how far the transaction's church has got with its setup. */
export async function readSetup(tx: Tx): Promise<Setup> {
  const [setup] = await tx.sql<Setup>(
    `select exists(select 1 from site_image
                    where organization_id = $1 and type = 'logo' and active) as "hasLogo",
            exists(select 1 from site_setting
                    where organization_id = $1 and key = 'donationUrl' and value <> '') as "hasDonationUrl",
            exists(select 1 from site_setting
                    where organization_id = $1 and key = 'firstStepsPutAway') as "isPutAway"`,
    [tx.organizationId],
  );
  return setup!;
}
