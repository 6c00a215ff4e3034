import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { verifyChurch } from '../../src/giving/index.js';
import { give } from '../support/app.js';
import { numberSequence } from '../support/eventstoredb/scene.js';
import type { EventStoreDbDouble } from '../support/eventstoredb/server.js';
import { isWhole } from '../support/generated.js';
import { settled, template, upload } from '../support/imports.js';
import { expectInLog } from '../support/program/log.js';
import { Random } from '../support/random.js';
import { SecondStore, type GivingChurch } from '../support/event-store/second-store.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: /,
  /"message":"giving has stopped: an import is stored, but it is not in the ledger"/,
  /"message":"an import failed".*"type":"(NotYetPublished|StoreUnavailable)"/,
);

/**
 * The rounds, each with zero to three disturbances of the follower (1,000 rounds in `npm run
 * faults`). They are divided into groups with separate stores, because the comparison takes longer
 * with each donation.
 */
const groups = isWhole ? 40 : 1;
const roundsOfGroup = isWhole ? 25 : 12;
/** The number of rows that are sent before the server filters out the rest of an import. */
const sentRows = 1_000;

let second: SecondStore;
let double: EventStoreDbDouble;
let givingChurches: GivingChurch[];
const random = new Random();

console.info(`TEST_SEED=${random.seed} repeats this run.`);
beforeEach(async () => {
  second = await SecondStore.start({
    watchTimes: { interval: 200, importDelay: 5_000 },
    shownWithin: 60_000,
    deadline: 5_000,
  });
  double = second.double;
  givingChurches = [await second.openChurch('grace'), await second.openChurch('hope')];
});
afterEach(() => second.close());

let imported = 0;

/** Returns a row with an amount and a day that no earlier row has. */
function nextRow(slug: string): string {
  const amount = toDecimal(BigInt(1_000 + (imported % 4_000)));
  const day = new Date(Date.UTC(2019, 0, 1 + Math.floor(imported / 4_000)));
  imported++;
  return `hannah@${slug}.test,${amount},Cash,${day.toISOString().slice(0, 10)},,`;
}

/** Commits an import. A third of them is so long that the server filters out the last rows. */
async function importRows({ slug, client }: GivingChurch): Promise<void> {
  const isLong = random.chance(0.3);
  const rows = isLong ? sentRows + 1 + random.below(502) : 1 + random.below(40);
  const lines = numberSequence(rows).map(() => nextRow(slug));
  const { id } = (await upload(client, template(...lines))).body;
  await client.post(`/api/admin/donation-imports/${id}/commit`);
  expect(await settled(client, id)).toMatchObject({ status: 'committed' });
}

/** Faults of the server and the network, and actions of the operator, while users record gifts. */
const disturbances: (() => unknown)[] = [
  () => double.cut(),
  () => double.endSubscriptions(),
  () => (double.lag = random.below(30)),
  () => (double.staleReadsFor = random.below(60)),
  restartFollower,
  sendFollowerBack,
];

async function restartFollower(): Promise<void> {
  await second.stopFollowing();
  second.letFollow();
}

/** Sets the follower back to a random recent event, so that it receives later events again. */
async function sendFollowerBack(): Promise<void> {
  const { position } = random.of(double.log.events.slice(-5_000));
  await second.setSavedPosition(`least(position, ${position})`);
  await restartFollower();
}

/** Counts the donations of a church in the log of the server, without any code of the program. */
function readLog({ church }: GivingChurch): { records: number; cents: bigint } {
  const staged = new Map<string, bigint[]>();
  const counted: bigint[] = [];
  for (const { stream, type, data } of double.log.events) {
    if (!stream.startsWith(`${church}.`)) continue;
    const amounts = staged.get(stream) ?? [];
    const { gift } = JSON.parse(Buffer.from(data).toString()) as { gift?: { amount: number } };
    if (type === 'DonationImportCommitted') counted.push(...amounts);
    if (type !== 'DonationRecorded') continue;
    if (stream.includes('.import-')) staged.set(stream, [...amounts, BigInt(gift!.amount)]);
    else counted.push(BigInt(gift!.amount));
  }
  return { records: counted.length, cents: counted.reduce((sum, cents) => sum + cents, 0n) };
}

describe.each(Array.from({ length: groups }, (_, index) => index + 1))(
  'the follower (store %i)',
  () => {
    it(`keeps all totals equal to the event store in ${roundsOfGroup} rounds`, async () => {
      for (let round = 1; round <= roundsOfGroup; round++) {
        await liveOnce();
        if (round % 10 === 0 || round === roundsOfGroup) await compareBooks();
      }
    });
  },
);

/** Lets two churches record donations and imports while the follower is disturbed. */
async function liveOnce(): Promise<void> {
  const [first, second] = random.chance(0.5) ? givingChurches : givingChurches.toReversed();
  const working = Promise.all([
    importRows(first!),
    give(second!.client, second!.donorId),
    ...(random.chance(0.3) ? [importRows(second!)] : []),
  ]);
  for (let n = random.below(4); n > 0; n--) await random.of(disturbances)();
  await working;
  [double.lag, double.staleReadsFor] = [0, 0];
  await give(first!.client, first!.donorId);
}

async function compareBooks(): Promise<void> {
  for (const staff of givingChurches) {
    const { body } = await staff.client.get<DonationSummary>('/api/admin/donations/summary');
    const log = readLog(staff);
    expect({ records: body.records, amount: body.amount }).toEqual({
      records: log.records,
      amount: toDecimal(log.cents),
    });
    expect((await verifyChurch(second.app.db, second.app.store, staff.church)).problems).toEqual(
      [],
    );
  }
}
