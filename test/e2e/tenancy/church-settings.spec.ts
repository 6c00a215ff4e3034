import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { todayIn } from '#libs/calendar';
import { settingKeys, type SettingKey, type Settings } from '#libs/contracts';
import { under, type TestApp } from '../../support/app.js';
import { readAuditEntries, startGraceAndHope } from './grace-and-hope.js';

let app: TestApp;
beforeAll(async () => {
  app = await startGraceAndHope();
});
afterAll(() => app.close());

const admin = () => app.as('admin@grace.test');
const set = (key: string, value: unknown, client = admin()) =>
  client.post<Settings>('/api/settings', { key, value });
/** Creates a church with an admin, for tests that need a church without earlier changes. */
async function freshChurch(slug: string) {
  const id = await app.church(slug);
  await app.person(id, { email: `admin@${slug}.test`, role: 'admin' });
  return { id, admin: app.as(`admin@${slug}.test`) };
}
const settingsAt = async (host: string) =>
  (await under(app, host).get<Settings>('/api/settings')).body;

describe('the settings of a church', () => {
  const good: Record<SettingKey, [sent: string, kept: unknown]> = {
    facebook_url: ['facebook.com/grace', 'https://facebook.com/grace'],
    instagram_url: ['http://instagram.com/grace', 'http://instagram.com/grace'],
    twitter_url: [' https://x.com/grace ', 'https://x.com/grace'],
    youtube_url: ['https://youtube.com/@grace', 'https://youtube.com/@grace'],
    website_url: ['https://grace.example/a b', 'https://grace.example/a%20b'],
    donationUrl: ['https://give.example/grace?x=1', 'https://give.example/grace?x=1'],
    paymentHandle: ['$GraceGives', '$GraceGives'],
    churchName: ['  Grace & Peace Church ', 'Grace & Peace Church'],
    phoneNumber: ['+1 (706) 555-0100 ext. 4', '+1 (706) 555-0100 ext. 4'],
    email: ['Office@Grace.Test', 'office@grace.test'],
    timeZone: ['America/Chicago', 'America/Chicago'],
    about: [' ## Who we are\n- glad ', '## Who we are\n- glad'],
    address: ['1 Broad Street, Augusta', '1 Broad Street, Augusta'],
    eventLocation: ['The ballroom', 'The ballroom'],
    services: [
      '[{"title":"Prayer","recurrence":"rrule:freq=weekly;byday=mo","time":"07:00",' +
        '"durationMinutes":30,"link":"meet.example/x"}]',
      [
        expect.objectContaining({
          title: 'Prayer',
          recurrence: 'FREQ=WEEKLY;BYDAY=MO',
          time: '07:00',
          durationMinutes: 30,
          place: '',
          link: 'https://meet.example/x',
          repeats: 'Every Monday',
        }),
      ],
    ],
    pastorFaq: [
      '[{"question":"When?","answer":"Soon."}]',
      [{ question: 'When?', answer: 'Soon.' }],
    ],
    smsNews: ['on', 'on'],
    primaryColor: ['#B91C1C', '#b91c1c'],
  };

  it('can be changed one by one, and are visible on its host immediately', async () => {
    const before = await settingsAt('hope.localhost');
    for (const key of settingKeys) {
      const [sentValue, kept] = good[key];
      expect({ key, ...(await set(key, sentValue)) }).toMatchObject({
        key,
        status: 200,
        body: { [key]: kept },
      });
    }
    const kept = Object.fromEntries(settingKeys.map((key) => [key, good[key][1]]));
    expect(await settingsAt('grace.localhost')).toMatchObject(kept);
    expect((await app.as('member@grace.test').get<Settings>('/api/settings')).body).toMatchObject(
      kept,
    );
    expect(await settingsAt('hope.localhost')).toEqual(before);
  });

  it('are in the audit log by name only, and the same value is not a change', async () => {
    const church = await freshChurch('recorded');
    for (const key of settingKeys) await set(key, good[key][0], church.admin);
    const entries = (await readAuditEntries(app, 'setting-changed', church.id)).map(
      ({ details }) => details,
    );
    expect(entries).toEqual(settingKeys.map((key) => ({ fields: [key] })));
    await set('email', 'office@grace.test', church.admin);
    await set('facebook_url', 'https://facebook.com/grace', church.admin);
    expect(await readAuditEntries(app, 'setting-changed', church.id)).toHaveLength(entries.length);
  });

  it('can be empty, except the name, the time zone and the color', async () => {
    const church = await freshChurch('emptied');
    for (const key of settingKeys) await set(key, good[key][0], church.admin);
    for (const key of settingKeys) {
      const isRefused = ['churchName', 'timeZone', 'primaryColor'].includes(key);
      expect({ key, status: (await set(key, '', church.admin)).status }).toEqual({
        key,
        status: isRefused ? 400 : 200,
      });
    }
    expect(await settingsAt('emptied.localhost')).toMatchObject({
      churchName: 'Grace & Peace Church',
      email: '',
      phoneNumber: '',
      facebook_url: '',
      donationUrl: '',
      timeZone: 'America/Chicago',
    });
  });

  it('are answered with the date of the church, and the time at which it ends', async () => {
    const church = await freshChurch('dated');
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const before = todayIn(timeZone, new Date());
      const { today } = (await set('timeZone', timeZone, church.admin)).body;
      expect([before, todayIn(timeZone, new Date())]).toContain(today.date);
      const end = new Date(today.endsAt);
      expect(todayIn(timeZone, new Date(end.getTime() - 1))).toBe(today.date);
      expect(todayIn(timeZone, end)).not.toBe(today.date);
      expect((await settingsAt('dated.localhost')).today).toEqual(today);
    }
  });

  it.each([
    ['youtube_url', 'javascript:alert(1)', 'Please enter a web address that begins with https://'],
    [
      'website_url',
      'JaVaScRiPt://grace.example/%0aalert(1)',
      'Please enter a web address that begins with https://',
    ],
    ['facebook_url', 'data:text/html,x', 'Please enter a web address that begins with https://'],
    ['donationUrl', 'ftp://give.example/', 'Please enter a web address that begins with https://'],
    [
      'donationUrl',
      'https://user:secret@give.example/',
      'Please enter a web address that begins with https://',
    ],
    ['donationUrl', 'https:give.example', 'Please enter a web address that begins with https://'],
    ['instagram_url', 'our page', 'Please enter a web address that begins with https://'],
    ['twitter_url', `https://x.com/${'a'.repeat(600)}`, 'Please use at most 500 characters'],
    ['paymentHandle', 'x'.repeat(101), 'Please use at most 100 characters'],
    ['paymentHandle', 'a\0b', 'Please remove the invisible characters'],
    ['churchName', '   ', 'Please enter the church’s name'],
    ['churchName', 'x'.repeat(201), 'Please use at most 200 characters'],
    ['phoneNumber', 'call us', 'Please enter a phone number, such as 555-123-4567'],
    ['phoneNumber', '12', 'Please enter a phone number, such as 555-123-4567'],
    ['email', 'office', 'Invalid email address'],
    ['timeZone', 'Mars/Olympus', 'Please choose a time zone from the list'],
    ['timeZone', '+05:30', 'Please choose a time zone from the list'],
    ['primaryColor', 'red', 'Please enter a color such as #3b82f6'],
    ['primaryColor', '#fff', 'Please enter a color such as #3b82f6'],
    ['primaryColor', '#12345g', 'Please enter a color such as #3b82f6'],
    ['email', 5, '"value" is of the wrong kind.'],
    ['email', undefined, '"value" is missing.'],
    ['isPortalHost', 'true', expect.stringMatching(/^"key" must be one of: facebook_url, /)],
    ['name', 'x', expect.stringMatching(/^"key" must be one of/)],
    ['__proto__', 'x', expect.stringMatching(/^"key" must be one of/)],
  ])('are not changed by the invalid value of %s: %j', async (key, value, message) => {
    const before = await settingsAt('grace.localhost');
    expect(await set(key, value)).toMatchObject({
      status: 400,
      body: { code: 'invalid', message },
    });
    expect(await settingsAt('grace.localhost')).toEqual(before);
  });

  it('can be changed only by admins', async () => {
    const before = await settingsAt('grace.localhost');
    for (const user of ['secretary', 'member'])
      for (const key of settingKeys)
        expect((await set(key, good[key][0], app.as(`${user}@grace.test`))).status).toBe(403);
    expect((await set('churchName', 'Mine', app.visitor)).status).toBe(401);
    expect(await settingsAt('grace.localhost')).toEqual(before);
  });
});
