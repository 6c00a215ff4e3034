import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  settingKeys,
  socialLinks,
  type SettingKey,
  type ErrorBody,
  type Settings,
} from '#libs/contracts';
import type { Answer, Client, TestApp } from '../../support/app.js';
import { sampleOf } from '../../support/generated.js';
import { readAuditEntries, startGraceAndHope } from './grace-and-hope.js';

let app: TestApp;
let church: string;
const admin = () => app.as('ann@versions.test');
const samuel = () => app.as('samuel@versions.test');
beforeAll(async () => {
  app = await startGraceAndHope();
  church = await app.church('versions', { name: 'Church of the versions' });
  const people = [
    { email: 'ann@versions.test', firstName: 'Ann', lastName: 'Weaver' },
    { email: 'samuel@versions.test', firstName: 'Samuel', lastName: 'Ortiz' },
  ];
  for (const person of people) await app.person(church, { ...person, role: 'admin' });
});
afterAll(() => app.close());

const read = async () => (await admin().get<Settings>('/api/settings')).body;
const versionHeader = (version: number | undefined): Record<string, string> =>
  version === undefined ? {} : { 'if-match': `"${version}"` };
const save = (
  client: Client,
  key: SettingKey,
  value: string,
  seenVersion?: number,
): Promise<Answer<Settings>> =>
  client.post<Settings>('/api/settings', { key, value }, versionHeader(seenVersion));
const saveLinks = (client: Client, body: object): Promise<Answer<Settings>> =>
  client.put<Settings>('/api/settings/links', body);

/** Two values of each setting that differ from each other and from the default. */
const twoValues: Record<SettingKey, [one: string, other: string]> = {
  facebook_url: ['https://facebook.com/one', 'https://facebook.com/other'],
  instagram_url: ['https://instagram.com/one', 'https://instagram.com/other'],
  twitter_url: ['https://x.com/one', 'https://x.com/other'],
  youtube_url: ['https://youtube.com/one', 'https://youtube.com/other'],
  website_url: ['https://one.example', 'https://other.example'],
  donationUrl: ['https://give.example/one', 'https://give.example/other'],
  paymentHandle: ['$One', '$Other'],
  churchName: ['Church of the one', 'Church of the other'],
  phoneNumber: ['706-555-0101', '706-555-0102'],
  email: ['one@versions.test', 'other@versions.test'],
  timeZone: ['America/Chicago', 'America/Denver'],
  about: ['We are one.', 'We are the other.'],
  address: ['1 Broad Street', '2 Broad Street'],
  eventLocation: ['The ballroom', 'The garden'],
  services: [
    '[{"title":"Prayer","recurrence":"FREQ=WEEKLY;BYDAY=MO","time":"07:00","durationMinutes":30}]',
    '[{"title":"Choir","recurrence":"FREQ=WEEKLY;BYDAY=TU","time":"19:00","durationMinutes":60}]',
  ],
  pastorFaq: [
    '[{"question":"When?","answer":"Soon."}]',
    '[{"question":"Where?","answer":"At church."}]',
  ],
  smsNews: ['on', ''],
  primaryColor: ['#b91c1c', '#15803d'],
};

describe.each(settingKeys)('the setting %s, edited by two users', (key) => {
  const [firstValue, secondValue] = twoValues[key];

  it('keeps the first change, and refuses the second with the saved version', async () => {
    expect((await read()).versions[key]).toBe(0);
    const first = await save(samuel(), key, firstValue, 0);
    expect(first).toMatchObject({ status: 200, body: { versions: { [key]: 1 } } });
    const second = await save(admin(), key, secondValue, 0);
    const message =
      'Samuel Ortiz has saved this setting since you opened it. Your change was not made.';
    const refusal = { code: 'stale', message, current: first.body };
    expect(second).toMatchObject({ status: 409, body: refusal });
    expect(await read()).toEqual(first.body);
    expect(await save(admin(), key, secondValue, 1)).toMatchObject({ status: 200 });
    expect((await read()).versions[key]).toBe(2);
  });

  it('keeps the version if the value stays the same', async () => {
    const { versions } = await read();
    expect(await save(samuel(), key, secondValue, versions[key])).toMatchObject({ status: 200 });
    expect((await read()).versions).toEqual(versions);
  });

  it('keeps the last change if the requests name no version', async () => {
    const version = (await read()).versions[key]!;
    await save(samuel(), key, firstValue);
    await save(admin(), key, secondValue);
    expect((await read()).versions[key]).toBe(version + 2);
  });
});

describe('two users who save a setting at the same time', () => {
  it.each(sampleOf(settingKeys, 4))('lose no change of %s without a message', async (key) => {
    const [firstValue, secondValue] = twoValues[key];
    for (let round = 0; round < 25; round++) {
      const version = (await read()).versions[key]!;
      await save(admin(), key, secondValue, version);
      const savedVersion = (await read()).versions[key]!;
      // Both users save the same value, so that the church has it whichever request is first.
      const answers = await Promise.all([
        save(admin(), key, firstValue, savedVersion),
        save(samuel(), key, firstValue, savedVersion),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await read()).versions[key]).toBe(savedVersion + 1);
    }
  });
});

describe('PUT /api/settings/links', () => {
  const links = Object.fromEntries(socialLinks.map((key) => [key, `https://links.example/${key}`]));

  it('saves all links with one entry in the audit log', async () => {
    const answer = await saveLinks(admin(), links);
    expect(answer).toMatchObject({ status: 200, body: links });
    expect(await read()).toMatchObject(links);
    const entries = await readAuditEntries(app, 'setting-changed', church);
    expect(entries.at(-1)).toEqual({ details: { fields: socialLinks.toSorted() } });
  });

  it('saves no link if one is refused', async () => {
    const before = await read();
    const body = {
      facebook_url: 'https://facebook.com/new',
      website_url: 'javascript:alert(1)',
    };
    const answer = await saveLinks(admin(), body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path: 'website_url' }] });
    expect(await read()).toEqual(before);
  });

  it('saves no link if another user has saved one of them since', async () => {
    const settings = await read();
    await save(samuel(), 'youtube_url', 'https://youtube.com/samuel');
    const savedSettings = await read();
    const body = {
      facebook_url: 'https://facebook.com/ann',
      youtube_url: 'https://youtube.com/ann',
      versions: settings.versions,
    };
    const versions = Object.fromEntries(socialLinks.map((key) => [key, settings.versions[key]]));
    const answer = await saveLinks(admin(), { ...body, versions });
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale', current: savedSettings } });
    expect(await read()).toEqual(savedSettings);
  });

  it('changes only the links that it names', async () => {
    const before = await read();
    await saveLinks(admin(), { website_url: '' });
    expect(await read()).toMatchObject({
      facebook_url: before.facebook_url,
      website_url: '',
    });
  });

  it('is refused to staff who may not edit links', async () => {
    await app.person(church, { email: 'secretary@versions.test', role: 'secretary' });
    const secretary = app.as('secretary@versions.test');
    expect((await saveLinks(secretary, links)).status).toBe(403);
  });
});

describe('PUT /api/settings', () => {
  const saveSeveral = (client: Client, values: object, versions?: object) =>
    client.put<Settings>('/api/settings', { values, versions });

  it('saves several settings with one entry in the audit log', async () => {
    const values = { phoneNumber: '706-555-0150', about: 'A church by the river.' };
    const { phoneNumber, about } = (await read()).versions;
    const answer = await saveSeveral(admin(), values, { phoneNumber, about });
    expect(answer).toMatchObject({ status: 200, body: values });
    expect(await read()).toMatchObject(values);
    const entries = await readAuditEntries(app, 'setting-changed', church);
    expect(entries.at(-1)).toEqual({ details: { fields: ['about', 'phoneNumber'] } });
  });

  it.each([
    ['phoneNumber', 'the office'],
    ['email', 'office'],
    ['timeZone', 'Georgia'],
    ['services', '[{}]'],
    ['smsNews', 'yes'],
    ['churchName', ''],
    ['churchName', 'Church Connect Support'],
  ] as const)('saves no setting if one is refused, which it names: %s = %s', async (key, value) => {
    const before = await read();
    const values = { address: '12 Mill Road', [key]: value };
    const answer = await admin().put<ErrorBody>('/api/settings', { values });
    expect(answer.status).toBe(400);
    const { issues } = answer.body;
    expect([...new Set(issues!.map(({ path }) => path))]).toEqual([`values.${key}`]);
    expect(await read()).toEqual(before);
  });

  it('saves no setting if another user has saved one of them since', async () => {
    const { versions } = await read();
    await save(samuel(), 'address', '3 Samuel Street');
    const savedSettings = await read();
    const oldVersions = { address: versions.address, about: versions.about };
    const answer = await saveSeveral(
      admin(),
      { address: 'Ann Avenue', about: 'Ann.' },
      oldVersions,
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale', current: savedSettings } });
    expect(await read()).toEqual(savedSettings);
  });

  it('is refused to staff who may not change one of the settings', async () => {
    await app.person(church, { email: 'pastor@versions.test', role: 'pastor' });
    const answer = await saveSeveral(app.as('pastor@versions.test'), { about: 'By the pastor.' });
    expect(answer.status).toBe(403);
  });

  it('refuses unknown settings and invalid values', async () => {
    expect((await saveSeveral(admin(), { legalName: 'Grace' })).status).toBe(400);
    expect((await saveSeveral(admin(), { about: 7 })).status).toBe(400);
    expect((await saveSeveral(admin(), {})).status).toBe(200);
  });
});
