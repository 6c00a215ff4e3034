import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PublicPodcast, Settings, SiteImage } from '#libs/contracts';
import { startApp, type TestApp } from '../../support/app.js';
import { addSiteImage } from '../../support/pictures.js';

let app: TestApp;
let church: string;
const admin = () => app.as('ann@versions.test');
const samuel = () => app.as('samuel@versions.test');
const ifMatch = (version: number) => ({ 'if-match': `"${version}"` });
const otherChange = (resource: string) =>
  `Samuel Ortiz has saved this ${resource} since you opened it. Your change was not made.`;

beforeAll(async () => {
  app = await startApp();
  church = await app.church('versions');
  const people = [
    { email: 'ann@versions.test', firstName: 'Ann', lastName: 'Weaver' },
    { email: 'samuel@versions.test', firstName: 'Samuel', lastName: 'Ortiz' },
  ];
  for (const person of people) await app.person(church, { ...person, role: 'admin' });
});
afterAll(() => app.close());

describe('a picture of a church, edited by two users', () => {
  const path = ({ id }: SiteImage) => `/api/site-images/${id}`;
  const list = async () => (await admin().get<SiteImage[]>('/api/site-images')).body;

  it('keeps the first change, and refuses the second with the saved version', async () => {
    const image = await addSiteImage(admin(), 'leadership', 'Pastor Eli');
    expect(image.version).toBe(1);
    const change = { title: 'Pastor Elias' };
    const first = await samuel().patch<SiteImage>(path(image), change, ifMatch(1));
    expect(first).toMatchObject({ status: 200, body: { version: 2 } });
    const second = await admin().patch(path(image), { title: 'Pastor E.' }, ifMatch(1));
    const refusal = { code: 'stale', message: otherChange('picture'), current: first.body };
    expect(second).toMatchObject({ status: 409, body: refusal });
    expect(await list()).toContainEqual(first.body);
  });

  it('is not deleted by a user who has not seen the last change', async () => {
    const image = await addSiteImage(admin(), 'banner', 'Our hall');
    await samuel().patch(path(image), { active: false });
    const refusal = await admin().delete(path(image), undefined, ifMatch(1));
    expect(refusal).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect((await admin().delete(path(image), undefined, ifMatch(2))).status).toBe(204);
  });

  it('is changed without a version, and with `*`, whoever saved it last', async () => {
    const image = await addSiteImage(admin(), 'banner', 'Our garden');
    await samuel().patch(path(image), { title: 'The garden' });
    const answer = await admin().patch<SiteImage>(
      path(image),
      { position: 0 },
      { 'if-match': '*' },
    );
    expect(answer).toMatchObject({ status: 200, body: { title: 'The garden', version: 3 } });
  });

  it('loses no change without a message in 25 rounds of simultaneous changes', async () => {
    const image = await addSiteImage(admin(), 'logo', 'Logo');
    for (let version = 1; version <= 25; version++) {
      const answers = await Promise.all([
        admin().patch<SiteImage>(path(image), { title: `Ann ${version}` }, ifMatch(version)),
        samuel().patch<SiteImage>(path(image), { title: `Samuel ${version}` }, ifMatch(version)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const savedImage = answers.find(({ status }) => status === 200)!.body;
      expect(savedImage.version).toBe(version + 1);
      expect(await list()).toContainEqual(savedImage);
    }
  });
});

describe('the switch of the podcast, turned by two users', () => {
  const path = '/api/church/podcast';
  const turn = (isOn: boolean, version: number, client = admin()) =>
    client.put<PublicPodcast>(path, { isOn }, ifMatch(version));

  it('keeps the first change, and refuses the second with the saved version', async () => {
    expect((await admin().get<PublicPodcast>(path)).body).toMatchObject({
      isOn: false,
      version: 0,
    });
    const first = await turn(true, 0, samuel());
    expect(first).toMatchObject({ status: 200, body: { isOn: true, version: 1 } });
    const refusal = { code: 'stale', message: otherChange('setting'), current: first.body };
    expect(await turn(false, 0)).toMatchObject({ status: 409, body: refusal });
    expect(await turn(false, 1)).toMatchObject({ status: 200, body: { isOn: false, version: 2 } });
  });

  it('has no version in the public settings', async () => {
    const { versions } = (await admin().get<Settings>('/api/settings')).body;
    expect(versions).not.toHaveProperty('publicPodcast');
  });
});

describe('a setting that a super administrator changes', () => {
  it('is not overwritten by an admin who has not seen the change', async () => {
    await app.superAdmin('owner@platform.test');
    const change = { name: 'Church of the platform', phone: '706-555-0142' };
    const path = `/api/organizations/${church}`;
    expect((await app.as('owner@platform.test').put(path, change)).status).toBe(200);
    const { versions } = (await admin().get<Settings>('/api/settings')).body;
    expect(versions).toMatchObject({ churchName: 1, phoneNumber: 1, email: 0, address: 0 });
    const body = { key: 'churchName', value: 'Church of the admin' };
    const refusal = await admin().post('/api/settings', body, ifMatch(0));
    const message =
      'Somebody else has saved this setting since you opened it. Your change was not made.';
    expect(refusal).toMatchObject({ status: 409, body: { code: 'stale', message } });
  });

  it('keeps its version if the value stays the same', async () => {
    const path = `/api/organizations/${church}`;
    await app.as('owner@platform.test').put(path, { name: 'Church of the platform', email: null });
    const { versions } = (await admin().get<Settings>('/api/settings')).body;
    expect(versions).toMatchObject({ churchName: 1, email: 0 });
  });
});
