import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { Follower, verifyChurch } from '../../../src/giving/index.js';
import { give, startApp, type TestApp } from '../../support/app.js';
import { order } from '../../support/eventstoredb/scene.js';
import { EventStoreDbDouble } from '../../support/eventstoredb/server.js';
import { settled, template, upload } from '../../support/imports.js';
import { expectInLog } from '../../support/log.js';
import { until } from '../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: /,
  /"message":"giving has stopped: an import is stored, but it is not in the ledger"/,
  /"message":"the journal of a church has a gap"/,
  /"message":"an import failed".*"type":"NotYetShown"/,
);

let double: EventStoreDbDouble;
let app: TestApp;
beforeAll(async () => {
  double = await EventStoreDbDouble.start();
  app = await startApp({
    env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: `${double.url}&defaultDeadline=2000` },
    shownWithin: 2_000,
  });
  Object.assign(app.app.get(Follower, { strict: false }).watching, { every: 100, patience: 1_500 });
});
afterAll(async () => {
  await app.close();
  await double.stop();
});

const health = async () => (await app.visitor.get<{ giving: string }>('/health')).body.giving;

/** Makes the follower continue after everything that is stored now, as if it had taken in all of it. */
async function skipEverythingStored(): Promise<void> {
  const { position } = double.log.events.at(-1)!;
  await app.database.asSuperuser(`update event_follower set position = ${position}`);
}

describe('an import that is stored but did not come into the books', () => {
  it.each([
    ['when nothing was recorded after it', false],
    ['when a donation was recorded after it', true],
  ])('is reported, read again and committed, %s', async (_, givesAfterwards) => {
    const slug = givesAfterwards ? 'hope' : 'grace';
    const church = await app.church(slug);
    await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
    const donor = await app.person(church, { email: `hannah@${slug}.test`, signsIn: false });
    const office = app.as(`office@${slug}.test`);
    await give(office, donor.id);
    const rows = order(30).map((n) => `hannah@${slug}.test,${n + 1}.50,Cash,2025-07-04,,`);
    const { id } = (await upload(office, template(...rows))).body;

    double.allDenied = true;
    double.cut();
    await until(async () => (await health()).includes('may not read $all'));
    await office.post(`/api/admin/donation-imports/${id}/commit`);
    const stream = `${church}.import-${id}`;
    await until(() => double.log.stream(stream)?.length === rows.length + 1);
    await skipEverythingStored();
    double.allDenied = false;
    if (givesAfterwards) await give(office, donor.id);

    await until(async () => (await health()).startsWith('stopped: import'));
    expect(await settled(office, id)).toMatchObject({ status: 'committed' });
    await until(async () => (await health()) === 'ok');
    const { body } = await office.get<DonationSummary>('/api/admin/donations/summary');
    expect(body.records).toBe(rows.length + (givesAfterwards ? 2 : 1));
    expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
  });
});

describe('a number that is missing in a journal', () => {
  it('is reported when the follower starts', async () => {
    const church = await app.church('salem');
    await app.person(church, { email: 'office@salem.test', role: 'secretary' });
    const donor = await app.person(church, { email: 'hannah@salem.test', signsIn: false });
    for (let n = 0; n < 3; n++) await give(app.as('office@salem.test'), donor.id);
    await app.database.asSuperuser(`
      alter table journal disable trigger journal_append_only;
      delete from journal where organization_id = '${church}' and number = 2;
      alter table journal enable trigger journal_append_only;`);

    double.allDenied = true;
    double.cut();
    await until(async () => (await health()).includes('may not read $all'));
    await skipEverythingStored();
    double.allDenied = false;
    await until(
      async () =>
        (await health()) === 'stopped: the journal of a church has no entry 2; run verify',
    );
  });
});
