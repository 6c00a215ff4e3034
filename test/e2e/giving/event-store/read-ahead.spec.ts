import { afterAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DonationSummary } from '#libs/contracts';
import { EventStoreDbStore, lockChurch, noStream } from '#libs/event-sourcing';
import { verifyChurch } from '../../../../src/giving/index.js';
import { give, startApp, type Client } from '../../../support/app.js';
import { event, numberSequence } from '../../../support/eventstoredb/scene.js';
import { EventStoreDbDouble } from '../../../support/eventstoredb/server.js';
import { settled, template, upload } from '../../../support/imports.js';
import { patience, until } from '../../../support/until.js';

const double = await EventStoreDbDouble.start();
const app = await startApp({
  env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: double.patientUrl },
  shownWithin: patience,
});
const otherStore = new EventStoreDbStore(double.patientUrl);
afterAll(async () => {
  await otherStore.dispose();
  await app.close();
  await double.stop();
});

const once = (signal: AbortSignal) =>
  new Promise((resolve) =>
    signal.aborted ? resolve(null) : signal.addEventListener('abort', resolve),
  );

/** Appends donations of another installation to the same server, all at once. */
async function appendForeignEvents(count: number): Promise<void> {
  const church = randomUUID();
  for (let n = 0; n < count; n += 200)
    await otherStore.append(
      church,
      `donation-${n}`,
      noStream,
      numberSequence(200, n).map((m) => event(m)),
    );
}

/**
 * Milliseconds between two donations of a secretary. Without a pause, two secretaries would use the
 * processor time that the import needs.
 */
const pause = 300;

/**
 * Records single donations of a church, one after the other, and counts how many have been shown.
 */
function startRecording(client: Client, donor: string) {
  const state = { seen: 0, stop: false };
  const done = (async () => {
    while (!state.stop) {
      await give(client, donor); // The answer is sent when the donation is shown.
      state.seen++;
      await sleep(pause);
    }
  })();
  return {
    seen: () => state.seen,
    stop: () => {
      state.stop = true;
      return done;
    },
  };
}

it('an import of 12,000 rows does not delay single donations', async () => {
  const [zion, bethel] = [await app.church('zion'), await app.church('bethel')];
  for (const [church, slug] of [
    [zion, 'zion'],
    [bethel, 'bethel'],
  ] as const)
    await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  const [donor, otherDonor] = [
    await app.person(zion, { email: 'hannah@zion.test', signsIn: false }),
    await app.person(bethel, { email: 'hannah@bethel.test', signsIn: false }),
  ];
  const [staff, otherStaff] = [app.as('office@zion.test'), app.as('office@bethel.test')];
  const rows = 12_000; // more than twice as many as the follower reads ahead
  const { id } = (
    await upload(
      staff,
      template(
        ...numberSequence(rows).map((n) => `hannah@zion.test,${n + 1}.50,Cash,2024-07-04,,`),
      ),
    )
  ).body;

  const recordings = [startRecording(staff, donor.id), startRecording(otherStaff, otherDonor.id)];
  const countShown = () => recordings.map(({ seen }) => seen());
  // The number of shown donations of each church each time another fifth of the file was stored.
  const shownCounts = [countShown()];
  let written = 0;
  let otherWork: Promise<unknown> = Promise.resolve();
  double.onAppend = async (stream, events) => {
    if (!stream.startsWith(`${zion}.import-`)) return undefined;
    written += events.length;
    if (written <= (rows * shownCounts.length) / 5) return undefined;
    const before = shownCounts.at(-1)!;
    // The import continues only after another donation of each church has been shown.
    await until(
      () => countShown().every((count, index) => count > before[index]!),
      'No single gift is shown beside the import.',
    );
    if (shownCounts.push(countShown()) === 6) otherWork = appendForeignEvents(2_000);
    return undefined;
  };
  await staff.post(`/api/admin/donation-imports/${id}/commit`);
  expect(await settled(staff, id)).toMatchObject({ status: 'committed' });
  double.onAppend = () => undefined;
  const lastCounts = countShown();
  for (const recording of recordings) await recording.stop();
  await otherWork;

  expect(shownCounts).toHaveLength(6);
  // The importing church itself may wait.
  expect(lastCounts[1]).toBeGreaterThan(shownCounts[5]![1]!);
  expect(double.endedAsTooSlow).toBe(0);
  expect((await staff.get<DonationSummary>('/api/admin/donations/summary')).body.records).toBe(
    rows + recordings[0]!.seen(),
  );
  for (const churchId of [zion, bethel])
    expect((await verifyChurch(app.db, app.store, churchId)).problems).toEqual([]);
});

it('an import of one church does not delay other churches or end event subscriptions', async () => {
  const [grace, hope] = [await app.church('grace'), await app.church('hope')];
  const donor: Record<string, string> = {};
  for (const [church, slug] of [
    [grace, 'grace'],
    [hope, 'hope'],
  ] as const) {
    await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
    donor[slug] = (await app.person(church, { email: `hannah@${slug}.test`, signsIn: false })).id;
  }
  const [staff, hopeStaff] = [app.as('office@grace.test'), app.as('office@hope.test')];
  await give(hopeStaff, donor.hope!);

  // From its marker on, the import waits for the lock of the church, which this test holds.
  const released = new AbortController();
  const holdingAbort = new AbortController();
  let holding: Promise<void> = Promise.resolve();
  double.onAppend = async (stream, events) => {
    const isMarker =
      stream.startsWith(`${grace}.import-`) &&
      events.some(({ metadata }) => Buffer.from(metadata).includes('"last":true'));
    if (!isMarker) return undefined;
    double.onAppend = () => undefined;
    holding = app.db.separate(grace, async (tx) => {
      await lockChurch(tx, grace);
      holdingAbort.abort();
      await once(released.signal);
    });
    await once(holdingAbort.signal);
    return undefined;
  };
  const { id } = (
    await upload(
      staff,
      template(
        ...numberSequence(2_000).map((n) => `hannah@grace.test,${n + 1}.50,Cash,2024-07-04,,`),
      ),
    )
  ).body;
  await staff.post(`/api/admin/donation-imports/${id}/commit`);
  await once(holdingAbort.signal);

  try {
    await appendForeignEvents(2_000);
    for (let n = 0; n < 3; n++) await give(hopeStaff, donor.hope!); // answered when it is shown
  } finally {
    released.abort();
    await holding;
  }
  expect(await settled(staff, id)).toMatchObject({ status: 'committed' });
  expect((await staff.get<DonationSummary>('/api/admin/donations/summary')).body.records).toBe(
    2_000,
  );
  for (const churchId of [grace, hope])
    expect((await verifyChurch(app.db, app.store, churchId)).problems).toEqual([]);
  expect(double.endedAsTooSlow).toBe(0);
});
