import { gzipSync } from 'node:zlib';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { password } from './support.mjs';

/* global document, requestAnimationFrame -- the functions given to evaluate run in the page */

const executablePath = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));

export const hasBrowser = executablePath !== undefined;

export async function withBrowser(work) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function signedIn(browser, url, email) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const response = await context.request.post(`${url}/api/login`, { data: { email, password } });
  if (!response.ok()) throw new Error(`sign-in: ${response.status()}`);
  return context;
}

/** Bytes of JavaScript, gzip, that a first visit of each page loads until it is quiet. */
export async function firstLoads(browser, url, pages) {
  const sizes = [];
  for (const [path, email] of pages) {
    const context = email ? await signedIn(browser, url, email) : await browser.newContext();
    const page = await context.newPage();
    const scripts = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body).length, () => 0));
    });
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
    // what is loaded lazily may come only once the page has drawn what it has
    for (let before = -1; before !== scripts.length; ) {
      before = scripts.length;
      await page.waitForTimeout(700);
    }
    sizes.push({ path, bytes: (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) });
    await context.close();
  }
  return sizes.sort((one, other) => other.bytes - one.bytes);
}

/** Frames a second while scrolling `selector` (the page itself without one) by steps for `ms`. */
async function frames(page, selector, ms) {
  return page.evaluate(
    async ({ selector, ms }) => {
      const box = selector ? document.querySelector(selector) : document.scrollingElement;
      let count = 0;
      const began = performance.now();
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        count++;
        box.scrollTop += 60;
        if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) box.scrollTop = 0;
        if (performance.now() - began > ms) return (count / (performance.now() - began)) * 1000;
      }
    },
    { selector, ms },
  );
}

/** Frames a second of the ledger grid with all its rows loaded, and of a bare page of as many lines. */
export async function scrolling(browser, url, email, rows) {
  const context = await signedIn(browser, url, email);
  const page = await context.newPage();
  await page.goto(`${url}/admin/church-ledger`, { waitUntil: 'networkidle' });
  const selector = '[data-grid-scroll]';
  await page.waitForSelector(selector);
  const loaded = await page.evaluate(
    async ({ selector, rows }) => {
      const box = document.querySelector(selector);
      const grid = box.querySelector('[aria-rowcount]') ?? box;
      const count = () => Number(box.dataset.rows ?? grid.getAttribute('aria-rowcount'));
      for (let still = 0, last = 0; count() < rows && still < 200; ) {
        box.scrollTop = box.scrollHeight;
        await new Promise((resolve) => setTimeout(resolve, 50));
        still = box.scrollHeight === last ? still + 1 : 0;
        last = box.scrollHeight;
      }
      box.scrollTop = 0;
      return { rows: count(), height: box.scrollHeight };
    },
    { selector, rows },
  );
  const grid = await frames(page, selector, 4000);
  const bare = await context.newPage();
  await bare.setContent(`<div>${Array.from({ length: 2000 }, (_, n) => `<p>Line ${n}</p>`).join('')}</div>`);
  const plain = await frames(bare, null, 4000);
  await context.close();
  return { grid, plain, loaded };
}
