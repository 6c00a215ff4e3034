import type { Donation, Fundraiser, Pledge } from '#libs/contracts';
import {
  give,
  giveAsGuest,
  startApp,
  type Client,
  type TestApp,
  type TestPerson,
} from '../../support/app.js';

/** A church with an admin, the member Hannah, and a donation of her and one of a guest. */
export interface GivingChurch {
  app: TestApp;
  /** the id of the church */
  church: string;
  admin: Client;
  hannah: TestPerson;
  memberDonation: Donation;
  guestDonation: Donation;
}

/** Starts the application with a church that has two donations. */
export async function startGivingChurch(): Promise<GivingChurch> {
  const app = await startApp();
  const church = await app.church('grace');
  await app.person(church, { email: 'admin@grace.test', role: 'admin' });
  const hannah = await app.person(church, { email: 'hannah@grace.test' });
  const admin = app.as('admin@grace.test');
  return {
    app,
    church,
    admin,
    hannah,
    memberDonation: await give(admin, hannah.id),
    guestDonation: await giveAsGuest(admin, 'Margaret Holloway'),
  };
}

/** A church that also has a fundraiser and a pledge. */
export interface PledgingChurch extends GivingChurch {
  fundraiser: Fundraiser;
  pledge: Pledge;
}

/** Starts the application with a church that has two donations, a fundraiser and a pledge. */
export async function startPledgingChurch(): Promise<PledgingChurch> {
  const giving = await startGivingChurch();
  const { body: fundraiser } = await giving.admin.post<Fundraiser>('/api/fundraisers', {
    title: 'Roof',
    description: 'A dry house',
    goal: '100.00',
  });
  const { body: pledge } = await giving.admin.post<Pledge>('/api/pledges', {
    amount: '100.00',
    year: 2025,
  });
  return { ...giving, fundraiser, pledge };
}
