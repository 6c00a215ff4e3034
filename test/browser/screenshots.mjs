// Takes the pictures of the README from the demo churches: npm run screenshots.
// The import review shows the sample file that the README's first import uses.
import fs from 'node:fs';
import path from 'node:path';
import { withBrowser } from '../bench/browser.mjs';
import { makeDirectory, password, root, startApp } from '../bench/support.mjs';

const target = path.join(root, 'web/screenshots');
const sample = path.join(root, 'docker/samples/paypal-december-2025.csv');

const app = await startApp(makeDirectory());
try {
  await withBrowser(takeScreenshots);
} finally {
  await app.stop();
  app.remove();
}

async function takeScreenshots(browser) {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await context.request.post('/api/login', { data: { email: 'secretary@grace.test', password } });
  const page = await context.newPage();
  fs.mkdirSync(target, { recursive: true });

  await page.goto('/admin/church-ledger', { waitUntil: 'networkidle' });
  await page.screenshot({ path: path.join(target, 'ledger.png') });

  await page.goto('/admin/donation-imports', { waitUntil: 'networkidle' });
  await page.getByLabel('CSV file').setInputFiles(sample);
  await page.getByLabel('Payment method of all rows').selectOption('Card');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await page.getByText('Who gave these?').waitFor();
  await page.getByText('Control total').waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(target, 'import.png') });
}
