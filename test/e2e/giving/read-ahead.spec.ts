import { afterAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DonationSummary } from '#libs/contracts';
import { EventStoreDbStore, lockChurch, noStream } from '#libs/event-sourcing';
import { verifyChurch } from '../../../src/giving/index.js';
import { give, startApp } from '../../support/app.js';
import { event, order } from '../../support/eventstoredb/scene.js';
import { EventStoreDbDouble } from '../../support/eventstoredb/server.js';
import { settled, template, upload } from '../../support/imports.js';
import { patience } from '../../support/until.js';

const double = await EventStoreDbDouble.start();
const app = await startApp({ env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: double.patientUrl }, shownWithin: patience });
const others = new EventStoreDbStore(double.patientUrl);
afterAll(async () => {
  await others.dispose();
  await app.close();
  await double.stop();
});

const once = (signal: AbortSignal) => new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener('abort', resolve)));

it('a church whose import is being taken in keeps no other one waiting, and the server cuts nothing off', async () => {
  const [grace, hope] = [await app.church('grace'), await app.church('hope')];
  const donor: Record<string, string> = {};
  for (const [church, slug] of [[grace, 'grace'], [hope, 'hope']] as const) {
    await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
    donor[slug] = (await app.person(church, { email: `hannah@${slug}.test`, signsIn: false })).id;
  }
  const [office, elsewhere] = [app.as('office@grace.test'), app.as('office@hope.test')];
  await give(elsewhere, donor.hope!);

  // whoever takes in the import waits for the church's lock from its marker on, as long as we hold it
  const released = new AbortController();
  const held = new AbortController();
  let holding: Promise<void> = Promise.resolve();
  double.onAppend = async (stream, events) => {
    const isMarker = stream.startsWith(`${grace}.import-`) && events.some(({ metadata }) => Buffer.from(metadata).includes('"last":true'));
    if (!isMarker) return undefined;
    double.onAppend = () => undefined;
    holding = app.db.separate(grace, async (tx) => {
      await lockChurch(tx, grace);
      held.abort();
      await once(released.signal);
    });
    await once(held.signal);
    return undefined;
  };
  const { id } = (await upload(office, template(...order(2_000).map((n) => `hannah@grace.test,${n + 1}.50,Cash,2024-07-04,,`)))).body;
  await office.post(`/api/admin/donation-imports/${id}/commit`);
  await once(held.signal);

  try {
    const church = randomUUID();
    for (let n = 0; n < 10; n++) await others.append(church, `donation-${n}`, noStream, order(200, n * 200).map((m) => event(m)));
    for (let n = 0; n < 3; n++) await give(elsewhere, donor.hope!); // answered when it is shown
  } finally {
    released.abort();
    await holding;
  }
  expect(await settled(office, id)).toMatchObject({ status: 'committed' });
  expect((await office.get<DonationSummary>('/api/admin/donations/summary')).body.records).toBe(2_000);
  for (const one of [grace, hope]) expect((await verifyChurch(app.db, app.store, one)).problems).toEqual([]);
  expect(double.tooSlow).toBe(0);
});
