import type { StaffUser } from '#libs/contracts';
import { clientOf, password, signIn, startApp, type Client } from '../../../support/app.js';
import { queuedEmails, tokenIn, waitForEmail } from '../../../support/email/emails.js';

/** What `startEmailChanges` returns. */
export type EmailChanges = Awaited<ReturnType<typeof startEmailChanges>>;

/**
 * Starts the application with the churches Grace and Hope, and returns them with functions that
 * change email addresses of users.
 */
export async function startEmailChanges() {
  const app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  const grace = await app.church('grace', { name: 'Grace' });
  const hope = await app.church('hope', { name: 'Hope' });
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  await app.person(grace, { email: 'secretary@grace.test', role: 'secretary' });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  const admin = app.as('admin@grace.test');
  const openDevice = async (email: string): Promise<Client> => {
    const cookie = await signIn(app.visitor, email);
    return clientOf(app.url, () => Promise.resolve(cookie));
  };
  let newcomers = 0;
  return {
    app,
    /** the ids of the two churches */
    grace,
    hope,
    /** the admin of Grace */
    admin,
    /** Signs in, and returns a client with a session of its own. */
    openDevice,
    /** Creates a user of Grace with an account, and returns also a new address for the user. */
    addNewcomer: async () => {
      const user = await app.person(grace, { email: `old${++newcomers}@grace.test` });
      const client = await openDevice(user.email);
      return { ...user, next: `new${newcomers}@grace.test`, client };
    },
    /** Enters another email address for a user. */
    enterAddress: (userId: string, email: string, staff = admin) =>
      staff.put<StaffUser>(`/api/admin/users/${userId}`, { email }),
    /** Waits for the email that asks to confirm an address, and returns the token of its link. */
    waitForToken: async (email: string) => {
      const subject = 'Please confirm your new email address';
      return tokenIn(await waitForEmail(app, email, subject), 'verify-email');
    },
    /** Confirms an address. If the password is empty, it is not sent. */
    confirmAddress: (client: Client, token: string, secret: string | undefined = password) =>
      client.post<{ code: string; message: string }>('/api/auth/verify-email', {
        token,
        ...(secret === '' ? {} : { password: secret }),
      }),
    /** Signs in without keeping the session. */
    login: (email: string, secret = password) =>
      app.visitor.post<{ mfaRequired?: boolean }>('/api/login', { email, password: secret }),
    /** Returns a user as staff see the user in the list. */
    findUser: async (userId: string, staff = admin) => {
      const { body: users } = await staff.get<StaffUser[]>('/api/admin/users');
      return users.find(({ id }) => id === userId)!;
    },
    /** Returns the subjects of all emails to an address. */
    subjectsOfEmails: async (recipient: string) =>
      (await queuedEmails(app.database, recipient)).map(({ subject }) => subject),
  };
}
