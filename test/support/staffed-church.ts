import type { Role, StaffUser } from '#libs/contracts';
import {
  signIn,
  startApp,
  type Client,
  type PersonOptions,
  type TestApp,
  type TestPerson,
} from './app.js';
import { queuedEmails } from './email/emails.js';

/**
 * The church Grace with a user of each role, another church, and functions for tests of members.
 */
export interface StaffedChurch {
  app: TestApp;
  grace: string;
  admin: Client;
  secretary: Client;
  ruth: TestPerson;
  esther: TestPerson;
  foreign: TestPerson;
  /** Adds a user to Grace. */
  newcomer: (options?: Omit<PersonOptions, 'email'>) => Promise<TestPerson>;
  /** Returns a user as the list of the admin shows it. */
  listed: (id: string) => Promise<StaffUser | undefined>;
  inGrace: <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Returns the emails that were queued for an address, the first one first. */
  emails: (to: string) => ReturnType<typeof queuedEmails>;
  /** Returns the entries of the audit log about a user, without those about donations. */
  logged: (userId: string) => Promise<{ action: string; actor_id: string; details: unknown }[]>;
  setLimit: (limit: number | null, plan?: string) => Promise<unknown>;
  /** Counts the users who count towards the member limit. */
  members: () => Promise<number>;
  /** Signs in, and returns a client with a session of its own. */
  device: (email: string) => Promise<Pick<Client, 'get' | 'put'>>;
}

export async function startStaffedChurch(): Promise<StaffedChurch> {
  const app = await startApp({ env: { OWNER_EMAIL: 'owner@grace.test' } });
  const grace = await app.church('grace', { name: 'Grace' });
  const hope = await app.church('hope');
  const ruth = await app.person(grace, {
    email: 'admin@grace.test',
    role: 'admin',
    firstName: 'Ruth',
  });
  const esther = await app.person(grace, {
    email: 'secretary@grace.test',
    role: 'secretary',
    firstName: 'Esther',
  });
  for (const role of ['pastor', 'support', 'member'] satisfies Role[])
    await app.person(grace, { email: `${role}@grace.test`, role });
  const foreign = await app.person(hope, { email: 'member@hope.test' });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  const admin = app.as('admin@grace.test');
  const inGrace = <Row>(sql: string, values: unknown[] = []) =>
    app.db.tenant(grace, (tx) => tx.sql<Row>(sql, values));
  let personCount = 0;
  return {
    app,
    grace,
    admin,
    ruth,
    esther,
    foreign,
    inGrace,
    secretary: app.as('secretary@grace.test'),
    newcomer: (options = {}) =>
      app.person(grace, { email: `person${++personCount}@grace.test`, ...options }),
    listed: async (id) =>
      (await admin.get<StaffUser[]>('/api/admin/users')).body.find((person) => person.id === id),
    emails: (to) => queuedEmails(app.database, to),
    logged: (userId) =>
      inGrace(
        `select action, actor_id, details from audit_entry where subject_id = $1
           and details ->> 'donationId' is null order by id`,
        [userId],
      ),
    setLimit: (limit, plan = 'basic') =>
      app.db.platform((tx) =>
        tx.sql('update organization set member_limit = $2, subscription_plan = $3 where id = $1', [
          grace,
          limit,
          plan,
        ]),
      ),
    members: async () =>
      (
        await inGrace<{ count: number }>(
          'select count(*)::int as count from app_user where is_approved and not ' +
            'is_suspended and removed_at is null',
        )
      )[0]!.count,
    device: async (email) => {
      const cookie = await signIn(app.visitor, email);
      return {
        get: (path) => app.visitor.get(path, { cookie }),
        put: (path, body) => app.visitor.put(path, body, { cookie }),
      };
    },
  };
}
