import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { demoPassword } from '../support/program/program.js';
import { waitUntil, type Driver } from './driver.js';

/** A task that a person does in the portal, from the sign-in to a result that the page shows. */
export interface Task {
  title: string;
  run: (driver: Driver) => Promise<void>;
}

/** Each task begins with an empty profile, and needs no other task before it. */
export const tasks: readonly Task[] = [
  { title: 'sign in', run: signInAfterMistake },
  { title: 'find and correct a donation', run: correctDonation },
  { title: 'import a CSV file', run: importFile },
  { title: 'publish an event', run: publishEvent },
  { title: 'read a member’s year', run: readYear },
];

const secretary = 'secretary@grace.test';
const member = 'member@grace.test';

const lastYear = new Date().getFullYear() - 1;

async function signIn(driver: Driver, email: string): Promise<void> {
  await driver.open('/sign-in');
  await driver.fill('Email', email);
  await driver.fill('Password', demoPassword);
  await driver.press('Sign In');
  await driver.waitForText('Welcome, ');
}

/** Signs in after a wrong password. The session lasts after the page is loaded again. */
async function signInAfterMistake(driver: Driver): Promise<void> {
  await driver.open('/sign-in');
  await driver.fill('Email', secretary);
  await driver.fill('Password', 'a wrong password');
  await driver.press('Sign In');
  await driver.waitForText('Wrong email or password');
  await driver.fill('Password', demoPassword);
  await driver.press('Sign In');
  await driver.waitForText('Welcome, Esther!');
  await driver.open('/');
  await driver.waitForText('Welcome, Esther!');
}

async function correctDonation(driver: Driver): Promise<void> {
  const amount = '$1,234.56';
  await signIn(driver, secretary);
  await driver.press('Member Donations');
  await driver.fill('Search by name, email, or check or transaction number', 'Hannah');
  await waitUntil(
    'find only donations of Hannah Brooks',
    () => showsOnly(driver, 'Hannah Brooks'),
    () => driver.readTexts('main'),
  );
  await driver.press(/^Actions for \$[\d,.]+ of Hannah Brooks$/);
  await driver.press('Edit');
  await driver.fill('Amount', amount);
  await driver.fill('Reason for the change', 'The check was read wrongly.');
  await driver.press('Save changes');
  await driver.waitForText(amount);

  await driver.open('/admin/member-donations?search=Hannah');
  await driver.waitForText(amount);
  const rows = await driver.readTexts('tbody tr');
  const corrected = rows.filter((row) => row.includes(amount));
  assert.equal(corrected.length, 1, `One row shows ${amount}: ${rows.join(' | ')}`);
  assert.match(corrected[0]!, /^Hannah Brooks /);
}

/** Returns whether the list shows donations of this member and of nobody else. */
async function showsOnly(driver: Driver, name: string): Promise<boolean> {
  const rows = (await driver.readTexts('tbody tr')).filter((row) => row !== '');
  return rows.length > 0 && rows.every((row) => row.startsWith(name));
}

async function importFile(driver: Driver): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'church-browsers-'));
  try {
    const file = path.join(folder, 'five-gifts.csv');
    const rows = [1, 2, 3, 4, 5].map((day) => `${member},${day}0.01,Cash,${lastYear}-03-0${day},,`);
    fs.writeFileSync(file, ['email,amount,paymentmethod,date,campaign,notes', ...rows].join('\n'));
    await signIn(driver, secretary);
    await driver.press('Import Donations');
    await driver.chooseFile('CSV file, workbook or bank file', file);
    await driver.press('Import 5 donations');
    await driver.waitForText('5 donations from five-gifts.csv');
    const headings = await driver.readTexts('h2');
    assert.ok(headings.includes('Imported'), `The headings are ${headings.join(' | ')}`);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }

  await driver.open('/admin/donation-imports');
  await driver.waitForText('five-gifts.csv');
  const imports = (await driver.readTexts('li')).filter((text) => text.includes('five-gifts.csv'));
  assert.match(imports.join(' | '), /^five-gifts\.csv [^|]* \$150\.05 5 donations Imported$/);
}

async function publishEvent(driver: Driver): Promise<void> {
  const title = 'Supper on the lawn';
  const date = new Date(Date.now() + 14 * 24 * 60 * 60 * 1_000);
  await signIn(driver, secretary);
  await driver.open('/admin/events');
  await driver.press('Add Event');
  await driver.fill('Title', title);
  await driver.fill('Description', 'Bring a blanket and a dish to share.');
  await driver.fill('Date', date.toISOString().slice(0, 10));
  await driver.fill('Time', '17:30');
  await driver.fill('Location', 'The lawn behind the church');
  await driver.press('Create Event');
  await driver.waitForText('Event Created');
  await driver.open('/settings');
  await driver.press('Sign Out');
  await driver.waitForText('Sign In');

  await signIn(driver, member);
  await driver.open('/church-program');
  await driver.waitForText(title);
  const events = (await driver.readTexts('li')).filter((text) => text.includes(title));
  const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  assert.equal(events.length, 1, `One event has this title: ${events.join(' | ')}`);
  for (const text of [day.format(date), '5:30 PM', 'The lawn behind the church'])
    assert.ok(events[0]!.includes(text), `“${text}” is missing in: ${events[0]}`);
}

async function readYear(driver: Driver): Promise<void> {
  await signIn(driver, member);
  await driver.open('/donations');
  await driver.waitForText('Your Donation History');
  await driver.select('Year', String(lastYear));
  await driver.waitForText(`Given in ${lastYear}`);
  // The page draws the chart when it is in the window, so do not scroll down before that.
  await driver.waitForText(`Your giving in ${lastYear} by month`);
  await driver.press(/^Show all \d+ donations$/);

  const totals = await driver.readTexts('main p');
  const total = totals.find((text) => text.startsWith(`Given in ${lastYear} `));
  const tables = await driver.readTexts('main table');
  const months = tables.find((text) => text.startsWith(`Your giving in ${lastYear} by month`));
  const gifts = (await driver.readTexts('main li')).filter((text) => text.includes('Ask about'));
  const cents = centsOf(total).reduce(add, 0);
  assert.ok(cents > 0, `The page shows no total of ${lastYear}: ${totals.join(' | ')}`);
  assert.equal(centsOf(months).reduce(add, 0), cents, `The months have another total: ${months}`);
  const amounts = gifts.map((gift) => centsOf(gift)[0]!);
  assert.equal(amounts.reduce(add, 0), cents, `The gifts have another total: ${gifts.join(' | ')}`);
}

/** Returns the amounts of a text in cents. */
const centsOf = (text = ''): number[] =>
  [...text.matchAll(/\$([\d,]+)\.(\d\d)/g)].map(([, dollars, cents]) =>
    Number(dollars!.replaceAll(',', '') + cents!),
  );

const add = (sum: number, value: number): number => sum + value;
