// Makes the pictures of the README from the demo: node test/browser/screenshots.mjs (after a build).
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { makeDirectory, password, root, startApp } from '../bench/support.mjs';

const target = path.join(root, 'web/screenshots');
fs.mkdirSync(target, { recursive: true });
const app = await startApp(makeDirectory());
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await context.request.post('/api/login', { data: { email: 'secretary@grace.test', password } });
  const page = await context.newPage();
  await page.goto('/admin/church-ledger', { waitUntil: 'networkidle' });
  await page.screenshot({ path: path.join(target, 'ledger.png') });
  const rows = ['email,amount,paymentmethod,date,campaign,notes'];
  for (let n = 0; n < 240; n++)
    rows.push(`member@grace.test,${20 + (n % 60)}.00,Cash,2022-0${(n % 9) + 1}-12,Missions,`);
  rows.push(
    'visitor@example.test,40.00,Cash,2022-05-01,,',
    'member@grace.test,25.005,Cash,2022-05-01,,',
    'member@grace.test,30.00,Cash,2022-02-30,,',
  );
  await page.goto('/admin/donation-imports', { waitUntil: 'networkidle' });
  await page.getByLabel('CSV file').setInputFiles({
    name: 'gifts-2022.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await page.getByText('Import is disabled').waitFor();
  await page.screenshot({ path: path.join(target, 'import.png') });
} finally {
  await browser.close();
  await app.stop();
  app.remove();
}
