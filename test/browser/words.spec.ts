import { beforeAll, it } from '@jest/globals';
import { standInForStripe } from './tenancy/stripe.js';
import { describeWithStripe } from './tenancy/with-stripe.js';
import { empty } from './words/empty.js';
import { memberAccount } from './words/member-account.js';
import { members } from './words/members.js';
import { byScreen, holds } from './words/say.js';
import { subscription } from './words/subscription.js';
import { visitors } from './words/visitors.js';

describeWithStripe('every specified text', (portal, stripe) => {
  // Creates a church without content and giving.
  beforeAll(async () => {
    await portal.sql(`
      with church as (insert into organization (id, name, slug, subdomain)
      values (uuidv7(), 'Empty Chapel', 'empty', 'empty') returning id),
        person (email, name, role) as (values ('admin@empty.test', 'Noah', 'admin'),
        ('member@empty.test', 'Nora', 'member'), ('giver@empty.test', 'Nina', 'member')),
        account as (insert into account (id, email, password_hash, email_verified_at)
          select uuidv7(), person.email, known.password_hash, now() from person, account known
          where known.email = 'member@grace.test' returning id, email),
        known as (insert into app_user (organization_id, id, account_id, email, first_name,
        last_name, role, is_approved, email_verified)
          select church.id, uuidv7(), account.id, account.email, person.name, 'Empty', person.role,
          true, true from church, account join person using (email)
          returning organization_id, id, account_id)
      insert into account_church (account_id, organization_id, user_id)
      select account_id, organization_id, id from known`);
  });

  it.each(
    byScreen([
      ...empty,
      ...members,
      ...memberAccount,
      ...visitors,
      ...subscription((page) => standInForStripe(page.context(), stripe.url)),
    ]),
  )('is shown at %s', (_screen, rows) => holds(portal, rows));
});
