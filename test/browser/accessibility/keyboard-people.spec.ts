import { afterAll, expect, it } from '@jest/globals';
import type { Event, Ticket } from '#libs/contracts';
import { demoPassword } from '../../support/program/program.js';
import { KeyboardUser } from '../steps/keyboard.js';
import { createTicket, ticketsPath } from '../steps/support-tickets.js';
import { describeInBrowser, until } from '../support.js';

/** The number of pressed keys of each task. */
const keysOf: Record<string, number> = {};

describeInBrowser('a user with a keyboard', (portal) => {
  afterAll(() => console.info('Pressed keys:', keysOf));

  const visit = async (email: string | null, path: string) => {
    const context = await portal.visit(email);
    return { context, user: await KeyboardUser.visit(context, path) };
  };

  it('signs in', async () => {
    const { context, user } = await visit(null, '/sign-in');
    if (!(await user.focused()).startsWith('textbox "Email"')) await user.tabTo('textbox "Email"');
    await user.type('member@grace.test');
    await user.tabTo('textbox "Password"');
    await user.type(demoPassword);
    await user.press('Enter');
    await user.focusIsAt(/^heading "(Welcome|Good|Dashboard)/);
    keysOf['sign in'] = user.keys;
    await context.close();
  });

  it('answers a ticket and assigns it', async () => {
    const member = await portal.visit('member@grace.test');
    const { id, subject } = await createTicket(member, 'Where is the key of the hall?');
    await member.close();
    const { context, user } = await visit('support@grace.test', '/support');
    await user.tabTo(`link "${subject}"`);
    await user.press('Enter');
    await user.focusIsAt('heading');
    await user.tabTo(/^textbox "Your message/);
    await user.type('Under the mat of the side door.');
    await user.tabTo('button "Send Message"');
    await user.press('Enter');
    await user.hears('Message Added');
    await user.focusIsAt(/^textbox "Your message/);
    await user.tabTo(/^button "Assigned to/);
    await user.press('Enter');
    await user.page.getByRole('menu').waitFor();
    await user.press('ArrowDown', 'Enter');
    await user.hears(/Ticket (Updated|Assigned)/);
    await user.focusIsAt(/^button "Assigned to/);
    const ticket = (await (await context.request.get(`${ticketsPath}/${id}`)).json()) as Ticket;
    expect(ticket.assignedTo).not.toBeNull();
    keysOf['answer and assign a ticket'] = user.keys;
    await context.close();
  });

  it('publishes an event', async () => {
    const { context, user } = await visit('secretary@grace.test', '/admin/events');
    await user.tabTo('link "Add Event"');
    await user.press('Enter');
    await user.focusIsAt(/^(heading "Add Event"|textbox "Title)/);
    if (!(await user.focused()).startsWith('textbox')) await user.tabTo(/^textbox "Title/);
    await user.type('Evening of hymns');
    await user.tabTo(/^textbox "Description/);
    await user.type('We sing old and new hymns.');
    await user.tabTo(/^textbox "Location/);
    await user.replace('Main sanctuary');
    await user.tabTo('button "Create Event"');
    await user.press('Enter');
    await user.hears('Event Created');
    await user.focusIsAt('heading "Events Management"');
    const events = (await (await context.request.get('/api/events')).json()) as Event[];
    expect(events.map(({ title }) => title)).toContain('Evening of hymns');
    keysOf['publish an event'] = user.keys;
    await context.close();
  });

  it('approves three people', async () => {
    const visitor = await portal.visit(null);
    for (const lastName of ['Miletus', 'Ephesus', 'Smyrna'])
      await visitor.request.post('/api/register', {
        data: {
          email: `three.${lastName}@grace.test`,
          password: demoPassword,
          firstName: 'Philip',
          lastName,
          organizationSlug: 'grace',
        },
      });
    await visitor.close();
    // The second one has not confirmed the address.
    const confirmed = `email like 'three.%' and email not like '%ephesus%'`;
    await portal.sql(`update account set email_verified_at = now() where ${confirmed};
      update app_user set email_verified = true where ${confirmed}`);
    const { context, user } = await visit('admin@grace.test', '/admin/user-approvals');
    const buttons = user.page.getByRole('button', { name: /^Approve Access for/ });
    const userCount = await buttons.count();
    expect(userCount).toBeGreaterThanOrEqual(3);
    await user.tabTo(/^button "Approve Access for/);
    for (let pendingCount = userCount; pendingCount > 0; pendingCount--) {
      await user.focusIsAt(/^button "Approve Access for/);
      await user.press('Enter');
      // A user whose address is not confirmed is approved only after a question.
      await until(
        user.page,
        `document.querySelectorAll('main li').length < ${pendingCount} || ` +
          `document.querySelector('[role=alertdialog], [role=dialog]')`,
      );
      const question = user.page.getByRole('alertdialog').or(user.page.getByRole('dialog'));
      if (await question.isVisible()) {
        await user.tabTo(/^button "Approve/);
        await user.press('Enter');
        await question.waitFor({ state: 'detached' });
      }
      await user.hears('User Approved');
    }
    await user.focusIsAt('heading "User Approvals"');
    keysOf[`approve ${userCount} people`] = user.keys;
    await context.close();
  });

  it('changes the theme', async () => {
    const { context, user } = await visit('member@grace.test', '/settings');
    await user.tabTo('button "Dark theme"');
    await user.press('Enter');
    await user.hears('The theme is dark now.');
    await user.focusIsAt('button "Dark theme"');
    await until(user.page, `document.documentElement.classList.contains('dark')`);
    keysOf['change the theme'] = user.keys;
    await context.close();
  });
});
