import { z } from 'zod';
import { isTimeZone } from '#libs/calendar';
import { optionalText, text, webAddress } from '../common.js';
import { emailInput, siteImageTypes, socialLinks } from '../identity/identity.js';
import { faqInput, serviceInput } from './services.js';
import { staffPhonePattern } from '../phone.js';
import type { Action } from '../policy.js';

// The settings and pictures of a church that its admins can change.

/**
 * A setting whose text is a JSON list: it is parsed, checked and formatted. Empty text means unset.
 */
const fromJson = (schema: z.ZodType) =>
  z
    .string()
    .max(200_000)
    .transform((value, context) => {
      if (value === '') return '';
      let parsed: unknown;
      try {
        parsed = JSON.parse(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'This is not a list.' });
        return z.NEVER;
      }
      const read = schema.safeParse(parsed, { error: nameNoUnknownFields });
      if (read.success) return JSON.stringify(read.data);
      for (const { message, path } of read.error.issues)
        context.addIssue({ code: 'custom', message, path });
      return z.NEVER;
    });

/**
 * Leaves the names of unknown fields out of the message. The sender chooses them, and they can fill
 * the whole setting.
 */
const nameNoUnknownFields = ({ code }: { code?: string }) =>
  code === 'unrecognized_keys' ? 'This list has fields that are not known here.' : undefined;

/** An email address or empty text. Of a union, forms would show the message of its first part. */
const emailOrEmpty = z.string().transform((typed, context) => {
  if (typed.trim() === '') return '';
  const read = emailInput.safeParse(typed);
  if (read.success) return read.data;
  context.addIssue({ code: 'custom', message: 'Invalid email address' });
  return z.NEVER;
});

/** The schema of each setting of a church, as `POST /api/settings` accepts it. */
export const settingValues = {
  facebook_url: webAddress,
  instagram_url: webAddress,
  twitter_url: webAddress,
  youtube_url: webAddress,
  website_url: webAddress,
  donationUrl: webAddress,
  paymentHandle: text(100),
  churchName: text(200).pipe(z.string().min(1, 'Please enter the church’s name')),
  phoneNumber: text(50).refine(
    (typed) => typed === '' || staffPhonePattern.test(typed),
    'Please enter a phone number, such as 555-123-4567',
  ),
  email: emailOrEmpty,
  timeZone: text(100).refine(isTimeZone, 'Please choose a time zone from the list'),
  about: text(10_000),
  address: text(500),
  eventLocation: text(255),
  /** the list as JSON */
  services: fromJson(z.array(serviceInput).max(20)),
  pastorFaq: fromJson(faqInput),
  /** whether members who want it are notified of new content by text message */
  smsNews: z.enum(['', 'on']),
  primaryColor: text(20)
    .pipe(z.string().regex(/^#[\da-f]{6}$/i, 'Please enter a color such as #3b82f6'))
    .transform((colour) => colour.toLowerCase()),
};
export type SettingKey = keyof typeof settingValues;
export const settingKeys = Object.keys(settingValues) as [SettingKey, ...SettingKey[]];

/** Returns the permission that is needed to change a setting. */
export function rightOfSetting(key: SettingKey): Action {
  if (socialLinks.some((link) => link === key)) return 'link.edit';
  return key === 'primaryColor' ? 'appearance.manage' : 'setting.manage';
}

/** Returns the checked value of a setting. Reports its errors at the path. */
function readValue(
  key: SettingKey,
  value: string,
  context: z.RefinementCtx,
  path: string[],
): string {
  const read = settingValues[key].safeParse(value);
  if (read.success) return read.data;
  for (const { message } of read.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
}

/** The body of `POST /api/settings`, which changes one setting. */
export const changeSetting = z
  .strictObject({ key: z.enum(settingKeys), value: z.string() })
  .transform(({ key, value }, context) => ({
    key,
    value: readValue(key, value, context, ['value']),
  }));

type SettingTexts = Partial<Record<SettingKey, string>>;
const settingTexts = z
  .partialRecord(z.enum(settingKeys), z.string())
  .transform((texts, context): SettingTexts => {
    const read = (key: SettingKey) => [key, readValue(key, texts[key]!, context, [key])] as const;
    return Object.fromEntries((Object.keys(texts) as SettingKey[]).map(read));
  });

/** The body of `PUT /api/settings`, which saves all settings that it names, or none. */
export const changeSettings = z.strictObject({
  values: settingTexts,
  /** the versions of the settings that the user has seen; without it the last change wins */
  versions: z.partialRecord(z.enum(settingKeys), z.number().int().min(0)).optional(),
});

/** The body of `PUT /api/settings/links`, which saves the given links together, or none of them. */
export const changeLinks = z.strictObject({
  facebook_url: webAddress.optional(),
  instagram_url: webAddress.optional(),
  twitter_url: webAddress.optional(),
  youtube_url: webAddress.optional(),
  website_url: webAddress.optional(),
  /** the versions of the links that the user has seen; without it the last change wins */
  versions: z.partialRecord(z.enum(socialLinks), z.number().int().min(0)).optional(),
});
export type ChangeLinks = z.input<typeof changeLinks>;

const untitled = 'Please give the picture a title';
const title = text(200, untitled).pipe(z.string().min(1, untitled));
const description = optionalText(1_000);

/** The fields beside the file of `POST /api/site-images`. */
export const newSiteImage = z.strictObject({ type: z.enum(siteImageTypes), title, description });
/** `position`: the new position among the pictures of its type, from 0. */
export const editSiteImage = z.strictObject({
  title: title.optional(),
  description,
  active: z.boolean().optional(),
  position: z.number().int().min(0).max(10_000).optional(),
});
export type EditSiteImage = z.input<typeof editSiteImage>;
