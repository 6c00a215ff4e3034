import { v7 as newId } from 'uuid';
import { socialLinks, type SettingKey, type Settings } from '#libs/contracts';
import type { Tx } from '#libs/database';

/** Shown where a church has not said otherwise. */
export const fallback: Settings = {
  facebook_url: '', instagram_url: '', twitter_url: '', youtube_url: '', website_url: '',
  donationUrl: '', paymentHandle: '', churchName: 'Church Connect', phoneNumber: '', email: '', primaryColor: '#3b82f6', timeZone: 'America/New_York', isPortalHost: false,
  singleSignOn: false,
};

/** Settings that are facts of the organization itself; the others lie in `site_setting`. */
const columns: Partial<Record<SettingKey, string>> = { churchName: 'name', phoneNumber: 'phone', email: 'email', primaryColor: 'primary_color', timeZone: 'time_zone' };

/** Of the church of the transaction. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const [church] = await tx.sql<{ name: string; phone: string | null; email: string | null; primary_color: string; time_zone: string }>(
    'select name, phone, email, primary_color, time_zone from organization where id = $1',
    [tx.organizationId],
  );
  const rows = await tx.sql<{ key: string; value: string }>('select key, value from site_setting where organization_id = $1', [tx.organizationId]);
  const kept = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const settings = { ...fallback };
  for (const key of [...socialLinks, 'donationUrl', 'paymentHandle'] as const) settings[key] = kept[key] ?? fallback[key];
  if (church) {
    settings.churchName = church.name;
    settings.phoneNumber = church.phone ?? fallback.phoneNumber;
    settings.email = church.email ?? fallback.email;
    settings.primaryColor = church.primary_color;
    settings.timeZone = church.time_zone;
  }
  return settings;
}

/** @returns whether it is another value than before */
export async function writeSetting(tx: Tx, key: SettingKey, value: string): Promise<boolean> {
  const column = columns[key];
  const changed = column
    ? await tx.sql(`update organization set ${column} = nullif($2, ''), updated_at = now() where id = $1 and ${column} is distinct from nullif($2, '') returning 1`, [tx.organizationId, value])
    : await tx.sql(
        `insert into site_setting (organization_id, id, key, value) values ($1, $2, $3, $4)
         on conflict (organization_id, key) do update set value = excluded.value, updated_at = now() where site_setting.value <> excluded.value returning 1`,
        [tx.organizationId, newId(), key, value],
      );
  return changed.length > 0;
}
