import { afterEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { EventStoreDbStore, noStream } from '#libs/event-sourcing';
import { churches, type DemoChurch } from '../../../../src/demo/churches.js';
import { seedDemo } from '../../../../src/demo/index.js';
import { verifyChurch } from '../../../../src/giving/index.js';
import { give, startApp, type TestApp } from '../../../support/app.js';
import { EventStoreDbDouble } from '../../../support/eventstoredb/server.js';
import { event, numberSequence } from '../../../support/eventstoredb/scene.js';
import { expectInLog } from '../../../support/program/log.js';
import {
  cliBeside,
  dataDirectory,
  signIn,
  startProgram,
} from '../../../support/program/program.js';
import { until } from '../../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: EventStoreDB does not answer"/,
);

/** The demo churches with few donations and almost no content, so that the test starts quickly. */
const small: DemoChurch[] = churches.map(({ people, content, ...church }) => ({
  ...church,
  people: people.map(({ gives, ...person }) => ({
    ...person,
    ...(gives && person.signsIn ? { gives: { ...gives, times: 1 } } : {}),
  })),
  guests: church.guests
    .slice(0, 1)
    .map(({ gives, ...guest }) => ({ ...guest, gives: { ...gives, times: 1 } })),
  content: {
    ...content,
    leaders: [],
    sermons: [],
    resources: [],
    nuggets: [],
    studies: [],
    brothers: [],
    events: [],
  },
}));

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/**
 * Starts a server with 1,200 donations of another installation, and with events of other programs.
 */
async function shared(): Promise<EventStoreDbDouble> {
  const double = await EventStoreDbDouble.start();
  opened.push(() => double.stop());
  const otherStore = new EventStoreDbStore(double.patientUrl);
  for (let n = 0; n < 1_200; n += 200)
    await otherStore.append(
      randomUUID(),
      `donation-${randomUUID()}`,
      noStream,
      numberSequence(200, n).map((m) => event(m)),
    );
  await otherStore.dispose();
  const invoice = () => ({
    id: randomUUID(),
    type: 'Invoiced',
    contentType: 'application/json',
    data: Buffer.from('{}'),
    metadata: Buffer.from('{}'),
  });
  double.log.append('invoices-1', 'no_stream', numberSequence(300).map(invoice));
  return double;
}

async function start(double: EventStoreDbDouble, shownWithin?: number): Promise<TestApp> {
  const app = await startApp({
    env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: double.patientUrl },
    shownWithin,
  });
  opened.push(() => app.close());
  return app;
}

const churchesOf = (app: TestApp) =>
  app.database.asSuperuser<{
    id: string;
    slug: string;
    store: string | null;
    gifts: number;
    tickets: number;
  }>(
    `select o.id, o.slug, h.store, (select count(*)::int from donation_version v
      where v.organization_id = o.id and v.to_journal is null and v.state <> 'voided') as gifts,
          (select count(*)::int from ticket t where t.organization_id = o.id) as tickets
     from organization o left join event_head h on h.organization_id = o.id order by o.slug`,
  );

/**
 * Checks that both demo churches are complete and use EventStoreDB, and that their projections
 * match their events.
 */
async function expectWhole(app: TestApp): Promise<void> {
  const foundChurches = await churchesOf(app);
  expect(
    foundChurches.map(({ slug, store, tickets }) => ({ slug, store, isWhole: tickets > 0 })),
  ).toEqual(['grace', 'hope'].map((slug) => ({ slug, store: 'eventstoredb', isWhole: true })));
  for (const { id, gifts } of foundChurches) {
    expect(await verifyChurch(app.db, app.store, id)).toMatchObject({
      problems: [],
      donations: gifts,
    });
    expect(await app.events(id)).toBeGreaterThan(gifts);
  }
  expect(
    await app.database.asSuperuser('select 1 as there from account where is_super_admin'),
  ).toHaveLength(1);
  expect(await seedDemo(app.app, app.db, small)).toBe(false);
}

describe('the program at its first start with an EventStoreDB that others use', () => {
  it('completes the demo although the server is slow, and then records donations', async () => {
    const double = await shared();
    const app = await start(double, 500); // as in production
    let appends = 0;
    double.onAppend = () => void (double.lag = ++appends >= 30 && appends < 33 ? 1_500 : 0);
    expect(await seedDemo(app.app, app.db, small)).toBe(true);
    expect(appends).toBeGreaterThan(40);
    double.onAppend = () => undefined;
    Object.assign(app.store.stores.eventstoredb!, { publishTimeout: 10_000 });
    await expectWhole(app);
    const [grace] = await churchesOf(app);
    await app.person(grace!.id, { email: 'office@grace.test', role: 'secretary' });
    const { id } = await app.person(grace!.id, { email: 'new@grace.test', signsIn: false });
    await give(app.as('office@grace.test'), id);
  });

  it.each([1, 20])(
    'leaves no church incomplete if append %i fails, and completes the demo at the next start',
    async (cutAt) => {
      const double = await shared();
      const app = await start(double);
      let appends = 0;
      double.onAppend = () => (++appends === cutAt ? 'access denied' : undefined);
      await expect(seedDemo(app.app, app.db, small)).rejects.toThrow('Access Denied');
      for (const { tickets } of await churchesOf(app)) expect(tickets).toBeGreaterThan(0);
      if (cutAt === 1) expect(await app.events((await churchesOf(app))[0]!.id)).toBeGreaterThan(30);
      expect(await seedDemo(app.app, app.db, small)).toBe(true);
      await expectWhole(app);
    },
  );

  it('completes the demo after a church registers, and adds none if a church exists', async () => {
    const double = await shared();
    const app = await start(double);
    let appends = 0;
    double.onAppend = () => (++appends === 20 ? 'access denied' : undefined);
    await expect(seedDemo(app.app, app.db, small)).rejects.toThrow('Access Denied');
    await app.church('zion');
    expect(await seedDemo(app.app, app.db, small)).toBe(true);
    expect(
      (await churchesOf(app))
        .filter(({ store }) => store === 'eventstoredb')
        .map(({ slug }) => slug),
    ).toEqual(['grace', 'hope', 'zion']);

    const other = await start(double);
    await other.church('grace');
    expect(await seedDemo(other.app, other.db, small)).toBe(false);
    expect((await churchesOf(other)).map(({ slug }) => slug)).toEqual(['grace']);
  });

  it('starts without the server, and completes the demo when the server answers', async () => {
    const double = await shared();
    await double.stop();
    const directory = dataDirectory();
    opened.push(() => {
      directory.remove();
      return Promise.resolve();
    });
    const environment = {
      EVENT_STORE: 'eventstoredb',
      EVENTSTORE_URL: `${double.url}&defaultDeadline=1000`,
    };
    const program = await startProgram(directory.path, environment);
    opened.push(() => program.stop());
    const waitForOutput = (words: string) =>
      until(
        () => program.said.some((line) => line.includes(words)),
        () => program.said.join('\n'),
      );
    await waitForOutput('The demo churches are not ready yet: EventStoreDB does not answer.');
    expect(program.said.join()).not.toContain('Sign in');
    const signsIn = () =>
      signIn(program.url, 'member@hope.test').then(
        () => true,
        () => false,
      );
    expect(await signsIn()).toBe(false);
    await double.start();
    await waitForOutput('The demo churches were created. Sign in with one of these:');
    expect(await signsIn()).toBe(true);
    expect(
      new Set(
        double.log.events
          .filter(({ type }) => type === 'PledgeMade')
          .map(({ stream }) => stream.split('.')[0]),
      ).size,
    ).toBe(2);
    expect(await cliBeside(directory.path, ['verify'], environment)).toContain(
      'verify: all is well',
    );
  });

  it('follows from the first event of its own church, and reads no earlier event', async () => {
    const double = await shared();
    const app = await start(double);
    const church = await app.church('grace');
    await app.person(church, { email: 'office@grace.test', role: 'secretary' });
    const { id } = await app.person(church, { email: 'hannah@grace.test', signsIn: false });
    await until(
      async () =>
        (
          await app.db.platform((tx) =>
            tx.sql('select 1 from event_follower where position is not null'),
          )
        ).length,
    );
    await give(app.as('office@grace.test'), id);
    expect(double.sentEvents.filter((stream) => !stream.startsWith(church))).toHaveLength(0);
    expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
  });
});
