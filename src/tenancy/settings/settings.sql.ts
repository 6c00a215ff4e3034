import { statement, t } from '#libs/database';

export const readChurchFacts = statement({
  columns: {
    name: t.text,
    phone: t.nullable(t.text),
    email: t.nullable(t.text),
    address: t.nullable(t.text),
    primaryColor: t.text,
    timeZone: t.text,
    awaitsContact: t.boolean,
  },
  sql: `
    select name, phone, email, address, primary_color, time_zone, awaits_contact
      from organization
     where id = :church`,
});

const storeFactOf = (column: string) =>
  statement({
    parameters: { value: t.text },
    sql: `
      update organization
         set ${column} = nullif(:value, ''), updated_at = now()
       where id = :church and ${column} is distinct from nullif(:value, '')`,
  });

/** Stores a setting that is a column of `organization`. Counts 1 if the value has changed. */
export const storeFact = {
  churchName: storeFactOf('name'),
  phoneNumber: storeFactOf('phone'),
  email: storeFactOf('email'),
  primaryColor: storeFactOf('primary_color'),
  timeZone: storeFactOf('time_zone'),
  address: storeFactOf('address'),
};

/** Stores a setting. Counts 1 if the value has changed. */
export const storeSetting = statement({
  parameters: { id: t.uuid, key: t.text, value: t.text },
  sql: `
    insert into site_setting (organization_id, id, key, value)
    values (:church, :id, :key, :value)
    on conflict (organization_id, key) do update
       set value = excluded.value, updated_at = now()
     where site_setting.value <> excluded.value`,
});

/**
 * Locks the version of a setting until the transaction ends, so that changes of it follow one
 * another. Returns version 0 if it was never saved.
 */
export const lockSettingVersion = statement({
  parameters: { key: t.text },
  columns: { version: t.integer, updatedBy: t.nullable(t.uuid) },
  sql: `
    insert into setting_version (organization_id, key)
    values (:church, :key)
    on conflict (organization_id, key) do update
       set key = excluded.key
    returning version, updated_by`,
});

/**
 * Increases the version of a locked setting. `updatedBy` is null if no user of the church made the
 * change.
 */
export const raiseSettingVersion = statement({
  parameters: { key: t.text, updatedBy: t.nullable(t.uuid) },
  sql: `
    update setting_version
       set version = version + 1, updated_by = :updatedBy, updated_at = now()
     where organization_id = :church and key = :key`,
});

export const listSettingVersions = statement({
  columns: { key: t.text, version: t.integer },
  sql: 'select key, version from setting_version where organization_id = :church',
});

/** Stores one of the first settings of a new church. */
export const insertSetting = statement({
  parameters: { id: t.uuid, key: t.text, value: t.text },
  sql: `
    insert into site_setting (organization_id, id, key, value)
    values (:church, :id, :key, :value)`,
});

/** Turns a switch on. Counts 1 if it was off. */
export const turnOn = statement({
  parameters: { id: t.uuid, key: t.text },
  sql: `
    insert into site_setting (organization_id, id, key, value)
    values (:church, :id, :key, 'on')
    on conflict (organization_id, key) do nothing`,
});

/** Turns a switch off. Counts 1 if it was on. */
export const turnOff = statement({
  parameters: { key: t.text },
  sql: 'delete from site_setting where organization_id = :church and key = :key',
});

export const readSetupFacts = statement({
  columns: {
    hasLogo: t.boolean,
    hasServices: t.boolean,
    hasDonationUrl: t.boolean,
    isPutAway: t.boolean,
  },
  sql: `
    select exists (
             select 1
               from site_image
              where organization_id = :church and type = 'logo' and active
           ) as has_logo,
           exists (
             select 1
               from site_setting
              where organization_id = :church and key = 'services' and value not in ('', '[]')
           ) as has_services,
           exists (
             select 1
               from site_setting
              where organization_id = :church and key = 'donationUrl' and value <> ''
           ) as has_donation_url,
           exists (
             select 1
               from site_setting
              where organization_id = :church and key = 'firstStepsPutAway'
           ) as is_put_away`,
});

/** Finds the first logo that is shown, or else the first banner. */
export const findCover = statement({
  columns: { url: t.text, type: t.text },
  sql: `
    select image_url as url, type
      from site_image
     where organization_id = :church and active and type in ('logo', 'banner')
     order by type = 'banner', position, id
     limit 1`,
});
