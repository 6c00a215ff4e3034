import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import { todayIn, yearOf } from '#libs/calendar';
import type { Database, Tx } from '#libs/database';
import type { RoutedStore } from '#libs/event-sourcing';
import { AddUser, createAccount } from '../identity/index.js';
import { EVENT_STORE, MakePledge, OpenFundraiser, type Actor } from '../giving/index.js';
import { CreateChurch } from '../tenancy/index.js';
import { actorOf } from './actor.js';
import type { DemoChurch, DemoPerson } from './churches.js';
import { giftsOf, yearsBack } from './gifts.js';
import { seedContent } from './seed-content.js';
import { clockOf, recordDonations } from './seed-donations.js';
import { seedMessages } from './seed-messages.js';
import { seedTickets } from './seed-tickets.js';

/** The password of all demo accounts. */
export const password = 'demo-password-2018';

/** A demo church while it is created. */
interface NewDemoChurch {
  tx: Tx;
  commands: CommandBus;
  church: DemoChurch;
  organizationId: string;
  /** the ids of the users by their email addresses */
  users: ReadonlyMap<string, string>;
  /** the present day in the time zone of the church */
  today: string;
}

/** Creates a demo church in one transaction. Its events are in PostgreSQL's event store. */
export async function seedChurch(
  app: INestApplicationContext,
  db: Database,
  church: DemoChurch,
): Promise<void> {
  const id = newId();
  const commands = app.get(CommandBus, { strict: false });
  await db.tenant(id, async (tx) => {
    const { people, guests: _g, fundraisers: _f, content, tickets, ...details } = church;
    const setDay = clockOf(tx, details.timeZone);
    const today = todayIn(details.timeZone, new Date());
    await setDay(`${yearOf(today) - yearsBack}-01-01`);
    await commands.execute(new CreateChurch({ ...details, id, trialDays: null }));
    await app.get<RoutedStore>(EVENT_STORE, { strict: false }).beginIn(id, 'postgres');
    const users = new Map<string, string>();
    for (const person of people) users.set(person.email, await addPerson(tx, commands, id, person));
    const created: NewDemoChurch = { tx, commands, church, organizationId: id, users, today };
    const idOf = (name: string) => users.get(`${name}@${church.slug}.test`);
    const bookkeeper = { organizationId: id, id: idOf('secretary') ?? idOf('admin')! };
    await openFundraisers(created, bookkeeper);
    const gifts = demoGifts(created);
    const donations = await recordDonations(commands, bookkeeper, gifts, setDay);
    await setDay(null);
    await makePledges(created);
    const admin = idOf('admin')!;
    const pastor = idOf('pastor') ?? admin;
    await seedContent(app, tx, { admin, pastor }, content, today);
    if (pastor !== admin) await seedMessages(app, tx, idOf, pastor);
    const actors = people.map(
      ({ email, role }) => [email.split('@')[0]!, actorOf(tx, users.get(email)!, role)] as const,
    );
    await seedTickets(app, tx, { users: new Map(actors), donations }, tickets);
  });
}

/** @returns the id of the user */
async function addPerson(
  tx: Tx,
  commands: CommandBus,
  organizationId: string,
  person: DemoPerson,
): Promise<string> {
  const { gives: _gives, pledges: _pledges, joined, signsIn, ...details } = person;
  const accountId = signsIn ? await createAccount(tx, { email: person.email, password }) : null;
  const user = await commands.execute(
    new AddUser(organizationId, {
      isApproved: true,
      ...details,
      accountId,
      isManuallyCreated: !signsIn,
      memberSince: new Date(`${joined}-03-01T12:00:00Z`),
    }),
  );
  return user.id;
}

async function openFundraisers(
  { commands, church, today }: NewDemoChurch,
  actor: Actor,
): Promise<void> {
  const year = yearOf(today);
  for (const fundraiser of church.fundraisers) {
    const { startsInMonth, ...details } = fundraiser;
    await commands.execute(
      new OpenFundraiser(actor, {
        ...details,
        startDate: `${year}-${startsInMonth}-01`,
        endDate: fundraiser.endDate(year),
      }),
    );
  }
}

function demoGifts({ church, users, today }: NewDemoChurch) {
  const { people, guests, fundraisers } = church;
  const givers = [
    ...people
      .filter((person) => person.gives)
      .map((person) => ({ userId: users.get(person.email)!, gives: person.gives! })),
    ...guests.map(({ firstName, lastName, gives }) => ({
      guest: { guestFirstName: firstName, guestLastName: lastName },
      gives,
    })),
  ];
  const campaigns = fundraisers.filter(({ isActive }) => isActive).map(({ title }) => title);
  return giftsOf(givers, campaigns, today);
}

async function makePledges({
  commands,
  church,
  organizationId,
  users,
  today,
}: NewDemoChurch): Promise<void> {
  for (const { email, pledges } of church.people) {
    if (!pledges) continue;
    const actor = { organizationId, id: users.get(email)! };
    await commands.execute(
      new MakePledge(actor, { amount: pledges, year: yearOf(today), frequency: 'Monthly' }),
    );
  }
}
