import { existsSync } from 'node:fs';
import { launch } from 'chrome-launcher';
import { chromium } from 'playwright-core';
import { password } from './support.mjs';

const executablePath =
  process.env.CHROMIUM_PATH ??
  [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => existsSync(file));

export const hasBrowser = executablePath !== undefined;

/** Starts Chromium without Playwright. `kill` of the result ends it; `port` is for its protocol. */
export const launchChrome = () =>
  launch({
    chromePath: executablePath,
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu'],
    logLevel: 'error',
  });

export async function withBrowser(work) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
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

/**
 * Lighthouse's mobile run of pages, each with an empty cache. Its browser is not Playwright's,
 * which lets V8 parse every script again.
 * @param {[url: string, cookie: string | null][]} pages with the `Cookie` header of a user
 * @param {number} times how often each page is measured
 * @returns {Promise<{ score: number, runs: number[] }[]>} for each page, the middle score and all
 */
export async function lighthouse(pages, times) {
  const { default: run } = await import('lighthouse');
  const chrome = await launchChrome();
  try {
    const scores = [];
    for (const [url, cookie] of pages) {
      const runs = [];
      for (let n = 0; n < times; n++) {
        const { lhr } = await run(url, {
          port: chrome.port,
          onlyCategories: ['performance'],
          formFactor: 'mobile',
          logLevel: 'error',
          ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}),
        });
        runs.push(Math.round((lhr.categories.performance.score ?? 0) * 100));
      }
      runs.sort((one, other) => one - other);
      scores.push({ score: runs[Math.floor(times / 2)], runs });
    }
    return scores;
  } finally {
    chrome.kill();
  }
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

/**
 * Frames a second of the ledger grid with all its rows loaded, and of a bare page of as many lines.
 */
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
      for (let still = 0, last = 0; count() < rows && still < 200;) {
        box.scrollTop = box.scrollHeight;
        await new Promise((resolve) => setTimeout(resolve, 50));
        still = count() === last ? still + 1 : 0;
        last = count();
      }
      box.scrollTop = 0;
      return { rows: count(), height: box.scrollHeight };
    },
    { selector, rows },
  );
  const grid = await frames(page, selector, 4000);
  const bare = await context.newPage();
  await bare.setContent(
    `<div>${Array.from({ length: 2000 }, (_, n) => `<p>Line ${n}</p>`).join('')}</div>`,
  );
  const plain = await frames(bare, null, 4000);
  await context.close();
  return { grid, plain, loaded };
}
