import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import { instantAt, todayIn, yearOf } from '#libs/calendar';
import { editDonation, type Donation } from '#libs/contracts';
import { isDatabaseUnreachable, type Database, type Tx } from '#libs/database';
import { Projector, describeTrouble, type Position, type RoutedStore } from '#libs/event-sourcing';
import { toDecimal } from '#libs/money';
import { AddUser, createAccount, emailsWithAccount } from '../identity/index.js';
import {
  CorrectDonation,
  EVENT_STORE,
  MakePledge,
  moveChurch,
  OpenFundraiser,
  RecordDonation,
  VoidDonation,
  type Actor,
} from '../giving/index.js';
import { CreateChurch, listChurches } from '../tenancy/index.js';
import { actorOf } from './actor.js';
import { setClock } from './clock.sql.js';
import { churches, type DemoChurch, type DemoPerson } from './churches.js';
import { giftsOf, slipSeen, yearsBack, type DemoGift } from './gifts.js';
import { seedContent } from './seed-content.js';
import { seedMessages } from './seed-messages.js';
import { seedTickets } from './seed-tickets.js';

const password = 'demo-password-2018';
const owner = 'owner@platform.test';

export const demoSignIns = [
  `  secretary@grace.test   keeps the books (also admin@, pastor@, support@, member@, pending@, suspended@grace.test)`,
  `  admin@hope.test        another church (also member@hope.test)`,
  `  ${owner}    the platform`,
  `  password: ${password}`,
];

/** milliseconds between two tries to make a demo that waits for EventStoreDB */
const tryEvery = 2_000;

/** The demo at a start: whether it was made just now, or what it waits for. */
export interface DemoAtStart {
  made: boolean;
  /** what is the matter with EventStoreDB, in words */
  trouble?: string;
  /** the demo that waits has been made; rejects when the program stops, and with what will not pass */
  later?: Promise<void>;
}

/** `seedDemo`, at once or as soon as EventStoreDB answers: a server that is away fails no start, and the demo is whole or not at all. */
export async function demoAtStart(
  app: INestApplicationContext,
  db: Database,
  stopping: AbortSignal,
  wanted = churches,
): Promise<DemoAtStart> {
  const first = await trySeeding(app, db, wanted);
  if (typeof first !== 'string') return { made: first };
  return { made: false, trouble: first, later: seedLater(app, db, stopping, wanted) };
}

async function seedLater(
  app: INestApplicationContext,
  db: Database,
  stopping: AbortSignal,
  wanted: DemoChurch[],
): Promise<void> {
  do await sleep(tryEvery, undefined, { signal: stopping });
  while (typeof (await trySeeding(app, db, wanted)) === 'string');
}

/** @returns what `seedDemo` did, or what is the matter with EventStoreDB */
async function trySeeding(
  app: INestApplicationContext,
  db: Database,
  wanted: DemoChurch[],
): Promise<boolean | string> {
  try {
    return await seedDemo(app, db, wanted);
  } catch (error) {
    const trouble = isDatabaseUnreachable(error) ? null : describeTrouble(error);
    if (trouble === null) throw error;
    return trouble;
  }
}

/**
 * Makes the demo churches on an empty database, through the same commands as everything else. Each church
 * is one transaction, so it begins in PostgreSQL's event store, whole or not at all, and is moved then to where new
 * churches are; the platform's owner comes last and says that it is done. What is cut off goes on at the next try,
 * whoever has registered a church since.
 * @returns whether anything was made
 * @throws StoreUnavailable when a church could not be moved
 */
export async function seedDemo(
  app: INestApplicationContext,
  db: Database,
  wanted = churches,
): Promise<boolean> {
  const commands = app.get(CommandBus, { strict: false });
  const slugs = (await listChurches(db)).map(({ slug }) => slug);
  const admins = wanted.map(({ slug }) => `admin@${slug}.test`);
  const known = await db.platform((tx) => emailsWithAccount(tx, [owner, ...admins]));
  const isDone = known.includes(owner);
  const isBegun = admins.some((email) => known.includes(email));
  if (isDone || (slugs.length > 0 && !isBegun)) return false;
  const store = app.get<RoutedStore>(EVENT_STORE, { strict: false });
  const before = store.defaultStore === 'postgres' ? null : await store.stores.eventstoredb!.head();
  for (const church of wanted)
    if (!slugs.includes(church.slug)) await seedChurch(app, db, commands, church);
  // one that was there already may have been copied in part, at any time before
  if (store.defaultStore !== 'postgres')
    await moveChurches(app, db, store, (slug) => (slugs.includes(slug) ? null : before));
  await db.platform((tx) =>
    createAccount(tx, { email: owner, password, isSuperAdmin: true, madeByOperator: true }),
  );
  return true;
}

/** @param since a position of the other store before which nothing of a church lies there */
async function moveChurches(
  app: INestApplicationContext,
  db: Database,
  store: RoutedStore,
  since: (slug: string) => Position | null,
): Promise<void> {
  const projector = app.get<Projector<unknown>>(Projector, { strict: false });
  const made = await listChurches(db);
  for (const { id, slug } of made)
    await moveChurch(db, store, projector, {
      organizationId: id,
      to: store.defaultStore,
      since: since(slug),
    });
}

/**
 * The day by which the books of this transaction go (`app.clock`, migration 0023), at noon where the church is and never later
 * than now; null: the server's clock again. What was recorded stays in order: no event is older than the one before.
 */
const clockOf = (tx: Tx, timeZone: string) => async (day: string | null) => {
  const noon = day === null ? null : instantAt(`${day}T12:00:00`, timeZone);
  await setClock(tx, { at: noon === null || noon > new Date() ? '' : noon.toISOString() });
};

/** Each on the day on which it was given, and the slips of a real year: what was noticed later was mended later. */
async function recordGifts(
  commands: CommandBus,
  keeper: Actor,
  gifts: DemoGift[],
  setClock: (day: string) => Promise<void>,
): Promise<Donation[]> {
  const given = new Map<DemoGift, Donation>();
  const acts = gifts.flatMap((gift) => {
    const { slip, body } = gift;
    const record = async (amount = body.amount) =>
      commands.execute(new RecordDonation(keeper, { ...body, amount }));
    const kept = async (amount?: bigint) => void given.set(gift, await record(amount));
    if (slip === undefined) return [{ day: body.date!, act: () => kept() }];
    if (slip === 'a zero too many') {
      const mend = async () => {
        const edit = editDonation.parse({
          amount: toDecimal(body.amount),
          reason: 'A zero too many',
        });
        given.set(
          gift,
          await commands.execute(new CorrectDonation(keeper, given.get(gift)!.id, edit, null)),
        );
      };
      return [
        { day: body.date!, act: () => kept(body.amount * 10n) },
        { day: slipSeen(body.date!), act: mend },
      ];
    }
    let twin: Donation;
    const again = async () => void (twin = await record());
    const remove = () => commands.execute(new VoidDonation(keeper, twin.id, 'Entered twice', null));
    return [
      { day: body.date!, act: () => kept() },
      { day: body.date!, act: again },
      { day: slipSeen(body.date!), act: remove },
    ];
  });
  for (const { day, act } of acts.sort((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
  )) {
    await setClock(day);
    await act();
  }
  return gifts.map((gift) => given.get(gift)!);
}

async function seedChurch(
  app: INestApplicationContext,
  db: Database,
  commands: CommandBus,
  church: DemoChurch,
): Promise<void> {
  const id = newId();
  await db.tenant(id, async (tx) => {
    const { people, guests, fundraisers, content, tickets, ...details } = church;
    const setClock = clockOf(tx, details.timeZone);
    const now = todayIn(details.timeZone, new Date());
    await setClock(`${yearOf(now) - yearsBack}-01-01`);
    await commands.execute(new CreateChurch({ ...details, id, trialDays: null }));
    await app.get<RoutedStore>(EVENT_STORE, { strict: false }).beginIn(id, 'postgres');
    const users = new Map<string, string>();
    for (const person of people) users.set(person.email, await addPerson(person));
    const keeper = {
      organizationId: id,
      id: users.get(`secretary@${church.slug}.test`) ?? users.get(`admin@${church.slug}.test`)!,
    };
    for (const fundraiser of fundraisers) {
      const { goal, current, startsInMonth, ...words } = fundraiser;
      await commands.execute(
        new OpenFundraiser(keeper, {
          ...words,
          goal,
          current,
          startDate: `${yearOf(now)}-${startsInMonth}-01`,
          endDate: fundraiser.endDate(yearOf(now)),
        }),
      );
    }
    const givers = [
      ...people
        .filter((person) => person.gives)
        .map((person) => ({ userId: users.get(person.email)!, gives: person.gives! })),
      ...guests.map(({ firstName, lastName, gives }) => ({
        guest: { guestFirstName: firstName, guestLastName: lastName },
        gives,
      })),
    ];
    const gifts = giftsOf(
      givers,
      fundraisers.filter(({ isActive }) => isActive).map(({ title }) => title),
      now,
    );
    const given = await recordGifts(commands, keeper, gifts, setClock);
    await setClock(null);
    for (const person of people) {
      if (!person.pledges) continue;
      const by = { organizationId: id, id: users.get(person.email)! };
      await commands.execute(
        new MakePledge(by, { amount: person.pledges, year: yearOf(now), frequency: 'Monthly' }),
      );
    }

    const admin = users.get(`admin@${church.slug}.test`)!;
    const pastor = users.get(`pastor@${church.slug}.test`) ?? admin;
    await seedContent(app, tx, { admin, pastor }, content, now);
    if (pastor !== admin)
      await seedMessages(app, tx, (name) => users.get(`${name}@${church.slug}.test`), pastor);
    const actors = people.map(
      ({ email, role }) => [email.split('@')[0]!, actorOf(tx, users.get(email)!, role)] as const,
    );
    await seedTickets(app, tx, new Map(actors), given, tickets);

    async function addPerson(person: DemoPerson): Promise<string> {
      const { gives: _gives, pledges: _pledges, joined, signsIn, ...rest } = person;
      const accountId = signsIn ? await createAccount(tx, { email: person.email, password }) : null;
      const made = await commands.execute(
        new AddUser(id, {
          isApproved: true,
          ...rest,
          accountId,
          isManuallyCreated: !signsIn,
          memberSince: new Date(`${joined}-03-01T12:00:00Z`),
        }),
      );
      return made.id;
    }
  });
}
