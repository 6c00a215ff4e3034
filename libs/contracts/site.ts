import { z } from 'zod';
import { isTimeZone } from '#libs/calendar';
import { optionalText, text } from './common.js';
import { siteImageTypes, socialLinks } from './identity.js';
import type { Action } from './policy.js';

// What a church's admin changes of what it shows of itself.

const invalidLink = 'Please enter a web address that begins with https://';

/** A web address, with `https://` where a person left it out (`facebook.com/grace`); empty takes it away. */
const link = text(500).transform((typed, context) => {
  if (typed === '') return '';
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(address) && z.regexes.domain.test(url.hostname) && !url.username && !url.password) return url.href;
  context.addIssue({ code: 'custom', message: invalidLink });
  return z.NEVER;
});
/** Of any country, with an extension if there is one: seven digits at least. */
const phoneNumber = /^(?=(\D*\d){7})[\d\s()+./ext#-]+$/i;

/** What each setting of a church may be, as `POST /api/settings` takes it. */
export const settingValues = {
  facebook_url: link,
  instagram_url: link,
  twitter_url: link,
  youtube_url: link,
  website_url: link,
  donationUrl: link,
  paymentHandle: text(100),
  churchName: text(200).pipe(z.string().min(1, 'Please enter the church’s name')),
  phoneNumber: text(50).refine((typed) => typed === '' || phoneNumber.test(typed), 'Please enter a phone number, such as 555-123-4567'),
  email: text(254).refine((typed) => typed === '' || z.email().safeParse(typed).success, 'Invalid email address').transform((typed) => typed.toLowerCase()),
  timeZone: text(100).refine(isTimeZone, 'Please choose a time zone from the list'),
  primaryColor: text(20)
    .pipe(z.string().regex(/^#[\da-f]{6}$/i, 'Please enter a colour such as #3b82f6'))
    .transform((colour) => colour.toLowerCase()),
};
export type SettingKey = keyof typeof settingValues;
export const settingKeys = Object.keys(settingValues) as [SettingKey, ...SettingKey[]];

/** The right that changing a setting needs. */
export function rightOfSetting(key: SettingKey): Action {
  if (socialLinks.some((one) => one === key)) return 'link.edit';
  return key === 'primaryColor' ? 'appearance.manage' : 'setting.manage';
}

/** `POST /api/settings`: one setting at a time. */
export const changeSetting = z.strictObject({ key: z.enum(settingKeys), value: z.string() }).transform(({ key, value }, context) => {
  const read = settingValues[key].safeParse(value);
  if (read.success) return { key, value: read.data };
  for (const { message } of read.error.issues) context.addIssue({ code: 'custom', path: ['value'], message });
  return z.NEVER;
});

const untitled = 'Please give the picture a title';
const title = text(200, untitled).pipe(z.string().min(1, untitled));
const description = optionalText(1_000);

/** The fields beside the file of `POST /api/site-images`. */
export const newSiteImage = z.strictObject({ type: z.enum(siteImageTypes), title, description });
/** `position`: which one it is to be among those of its type, from 0. */
export const editSiteImage = z.strictObject({
  title: title.optional(),
  description,
  active: z.boolean().optional(),
  position: z.number().int().min(0).max(10_000).optional(),
});
export type EditSiteImage = z.input<typeof editSiteImage>;
