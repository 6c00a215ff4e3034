import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { Follower, verifyChurch } from '../../../src/giving/index.js';
import { give, startApp, type Client, type TestApp } from '../../support/app.js';
import type { LogCopy } from '../../support/eventstoredb/log.js';
import { EventStoreDbDouble } from '../../support/eventstoredb/server.js';
import { template, upload } from '../../support/imports.js';
import { expectInLog } from '../../support/log.js';
import { until } from '../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: /,
  /"message":"the event store was replaced or restored: it is read from the beginning"/,
  /"message":"giving of a church is read-only: its journal and the event store do not match"/,
  /"message":"an import failed".*"type":"(NotYetShown|StoreMismatch)"/,
);

interface Office {
  church: string;
  slug: string;
  client: Client;
  donorId: string;
}

let double: EventStoreDbDouble;
let app: TestApp;
let zion: Office;
let hope: Office;

beforeAll(async () => {
  double = await EventStoreDbDouble.start();
  app = await startApp({
    env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: `${double.url}&defaultDeadline=2000` },
  });
  Object.assign(app.app.get(Follower, { strict: false }).watching, { every: 100 });
  zion = await openOffice('zion');
  hope = await openOffice('hope');
});
afterAll(async () => {
  await app.close();
  await double.stop();
});

async function openOffice(slug: string): Promise<Office> {
  const church = await app.church(slug);
  await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  const donor = await app.person(church, { email: `hannah@${slug}.test`, signsIn: false });
  return { church, slug, client: app.as(`office@${slug}.test`), donorId: donor.id };
}

const health = async () => (await app.visitor.get<{ giving: string }>('/health')).body.giving;
const recorded = async ({ client }: Office) =>
  (await client.get<DonationSummary>('/api/admin/donations/summary')).body.records;
const tryToGive = ({ client, donorId }: Office) =>
  client.post<{ message: string }>('/api/admin/donations', {
    userId: donorId,
    amount: '12.00',
    paymentMethod: 'Cash',
  });

/** Restores the server from a backup and starts it again. */
async function restore(copy: LogCopy): Promise<void> {
  await double.stop();
  double.log.restore(copy);
  await double.start();
}

describe('an event store that was restored from an older copy than the database', () => {
  let older: LogCopy;
  let newest: LogCopy;
  beforeAll(async () => {
    await give(hope.client, hope.donorId);
    for (let n = 0; n < 3; n++) await give(zion.client, zion.donorId);
    older = double.log.copy();
    for (let n = 0; n < 2; n++) await give(zion.client, zion.donorId);
    newest = double.log.copy();
    await restore(older);
  });

  it('refuses to record for the church whose donations it lost, and says so', async () => {
    await until(async () => (await health()).startsWith('read-only: of one church'));
    const stored = double.log.events.length;
    const { status, body } = await tryToGive(zion);
    expect(status).toBe(503);
    expect(body.message).toContain('read-only');
    expect(double.log.events.length).toBe(stored);
    expect(await recorded(zion)).toBe(5);
  });

  it('commits no import of that church', async () => {
    const row = 'hannah@zion.test,41.50,Cash,2025-07-04,,';
    const { id } = (await upload(zion.client, template(row))).body;
    await zion.client.post(`/api/admin/donation-imports/${id}/commit`);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { body } = await zion.client.get<{ status: string }>(`/api/admin/donation-imports/${id}`);
    expect(body.status).toBe('committing');
    expect(await recorded(zion)).toBe(5);
  });

  it('records and shows the donations of a church that lost nothing', async () => {
    for (let n = 0; n < 3; n++) await give(hope.client, hope.donorId);
    expect(await recorded(hope)).toBe(4);
    expect((await verifyChurch(app.db, app.store, hope.church)).problems).toEqual([]);
  });

  it('records again when the newest copy is restored', async () => {
    const ofHope = double.log.copy().events.filter(({ stream }) => stream.startsWith(hope.church));
    expect(ofHope).toHaveLength(4);
    await restore(newest);
    await until(async () => {
      const answer = await tryToGive(zion);
      return answer.status === 201;
    });
    await until(async () => (await recorded(zion)) === 7); // with the import that waited
    expect((await verifyChurch(app.db, app.store, zion.church)).problems).toEqual([]);
    await until(async () => (await health()).startsWith('read-only: of one church')); // hope lost three now
  });
});

describe('an empty event store at the address of the old one', () => {
  it('makes giving of every church read-only', async () => {
    await restore({ events: [], end: 0n });
    await until(async () => (await health()).startsWith('read-only: of 2 churches'));
    for (const office of [zion, hope]) expect((await tryToGive(office)).status).toBe(503);
    expect(double.log.events).toEqual([]);
  });
});
