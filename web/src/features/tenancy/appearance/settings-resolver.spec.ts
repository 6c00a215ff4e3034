import { expect, it } from '@jest/globals';
import type { SettingKey } from '#libs/contracts';
import { settingsResolver } from './settings-resolver.js';

it.each<[SettingKey, string, string]>([
  ['email', 'not an email', 'Invalid email address'],
  ['churchName', ' ', 'Please enter the church’s name'],
  ['phoneNumber', 'call us', 'Please enter a phone number, such as 555-123-4567'],
  ['timeZone', 'Mars/Olympus', 'Please choose a time zone from the list'],
  ['donationUrl', 'javascript:alert(1)', 'Please enter a web address that begins with https://'],
])('settingsResolver explains a wrong value of %s: %j', async (key, value, message) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await settingsResolver([key])(
    { [key]: value, versions: {} },
    undefined,
    options,
  );
  expect(errors[key]?.message).toBe(message);
});

it('settingsResolver accepts an empty email address', async () => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const resolved = await settingsResolver(['email'])(
    { email: '', versions: {} },
    undefined,
    options,
  );
  expect(resolved).toMatchObject({ values: { email: '' }, errors: {} });
});
