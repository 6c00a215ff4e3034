import { gzipSync } from 'node:zlib';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { freePort, password } from './support.mjs';

const executablePath =
  process.env.CHROMIUM_PATH ??
  [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => existsSync(file));

export const hasBrowser = executablePath !== undefined;

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
 * Notes long tasks and layout shifts from the first moment on; shifts after a key or click are the
 * person's own.
 */
const watch = () => {
  window.seen = { tasks: [], shift: 0 };
  new PerformanceObserver((list) =>
    window.seen.tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) =>
    list
      .getEntries()
      .forEach((entry) => (window.seen.shift += entry.hadRecentInput ? 0 : entry.value)),
  ).observe({ type: 'layout-shift', buffered: true });
};

/**
 * Of a first visit of each page, until it is quiet: bytes of its JavaScript, gzip; and, on a
 * processor at a quarter of its speed, requests, bytes of all of them as they come over the wire,
 * the sum of its long tasks in ms and its layout shift.
 */
export async function firstVisits(browser, url, pages) {
  const visits = [];
  for (const [path, email] of pages) {
    const context = email ? await signedIn(browser, url, email) : await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Network.enable');
    await page.addInitScript(watch);
    const scripts = [];
    let requests = 0;
    let wire = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (wire += encodedDataLength));
    page.on('request', () => requests++);
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js'))
        scripts.push(
          response.body().then(
            (body) => gzipSync(body).length,
            () => 0,
          ),
        );
    });
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
    // what is loaded lazily may come only once the page has drawn what it has
    for (let before = -1; before !== scripts.length;) {
      before = scripts.length;
      await page.waitForTimeout(1_200);
    }
    const { tasks, shift } = await page.evaluate('window.seen');
    const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
    visits.push({
      path,
      bytes: sum(await Promise.all(scripts)),
      requests,
      wire,
      tasks: sum(tasks),
      longest: Math.max(0, ...tasks),
      shift,
    });
    await context.close();
  }
  return visits;
}

/**
 * Lighthouse's mobile run of a page, the middle one of `times`: each with an empty cache, signed in
 * where an address is given.
 */
export async function lighthouse(url, pages, times) {
  const { default: run } = await import('lighthouse');
  const port = await freePort();
  const directory = mkdtempSync(path.join(os.tmpdir(), 'church-lighthouse-'));
  const context = await chromium.launchPersistentContext(directory, {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const scores = [];
    for (const [path, email] of pages) {
      await context.clearCookies();
      if (email) await context.request.post(`${url}/api/login`, { data: { email, password } });
      const runs = [];
      for (let n = 0; n < times; n++) {
        const page = await context.newPage();
        await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
        await page.close();
        const { lhr } = await run(`${url}${path}`, {
          port,
          onlyCategories: ['performance'],
          formFactor: 'mobile',
          disableStorageReset: true,
          logLevel: 'error',
        });
        runs.push(Math.round((lhr.categories.performance.score ?? 0) * 100));
      }
      scores.push({
        path,
        score: runs.sort((one, other) => one - other)[Math.floor(times / 2)],
        runs,
      });
    }
    return scores;
  } finally {
    await context.close();
    rmSync(directory, { recursive: true, force: true });
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
