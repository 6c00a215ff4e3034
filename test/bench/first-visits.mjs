import { gzipSync } from 'node:zlib';
import connect from 'chrome-remote-interface';
import { launchChrome } from './browser.mjs';
import { password } from './support.mjs';

/** Tasks of the main thread from this length on are long, in ms. At a quarter of the speed: 50. */
const longTask = 12.5;

/** How long a page must send no request until its visit is over, in ms. */
const quietTime = 1_500;

/** The longest time of a visit, in ms. */
const maxTime = 30_000;

const categories = ['toplevel', 'loading', '__metadata'];

/**
 * @typedef {object} Visit
 * @property {number} cpu the processor time of the main thread, in ms
 * @property {number} longTasks the processor time in long tasks, in ms
 * @property {number} requests without pictures and the stream of live updates
 * @property {number} scriptBytes of JavaScript, compressed by gzip
 * @property {number} shift the layout shift
 */

/**
 * Visits pages for the first time, each in a new profile, and measures them. Playwright and
 * Lighthouse's own browser enable the domain Runtime, for which V8 parses every script again.
 * Therefore this speaks the protocol itself, without that domain.
 * @param {[url: string, cookie: string | null][]} pages with the `Cookie` header of a user
 * @param {number} rounds how often all pages are visited
 * @returns {Promise<Visit[]>} for each page, the least times and the largest other figures
 */
export async function measureFirstVisits(pages, rounds) {
  const chrome = await launchChrome();
  try {
    const browser = await connect({ port: chrome.port, target: await browserAddress(chrome.port) });
    const visits = pages.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const [index, page] of pages.entries())
        visits[index].push(await visit(browser, chrome.port, page));
    await browser.close();
    return visits.map(combine);
  } finally {
    chrome.kill();
  }
}

async function browserAddress(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`);
  return (await answer.json()).webSocketDebuggerUrl;
}

/** Times are the least of the rounds, because other processes only add to them. */
function combine(visits) {
  const all = (name) => visits.map((visit) => visit[name]);
  return {
    cpu: Math.min(...all('cpu')),
    longTasks: Math.min(...all('longTasks')),
    scriptBytes: Math.max(...all('scriptBytes')),
    requests: Math.max(...all('requests')),
    shift: Math.max(...all('shift')),
  };
}

/** @returns {Promise<Visit>} */
async function visit(browser, port, [url, cookie]) {
  const { browserContextId } = await browser.Target.createBrowserContext();
  const { targetId } = await browser.Target.createTarget({ url: 'about:blank', browserContextId });
  const page = await connect({ port, target: targetId });
  try {
    await page.Network.enable();
    await page.Page.enable();
    await page.Emulation.setDeviceMetricsOverride({
      width: 1440,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
    });
    if (cookie) await setCookie(page, url, cookie);
    const network = watchNetwork(page);
    const events = await trace(browser, async () => {
      await page.Page.navigate({ url });
      await network.quiet();
    });
    return { ...(await network.result()), ...readTrace(events) };
  } finally {
    await page.close();
    await browser.Target.disposeBrowserContext({ browserContextId });
  }
}

async function setCookie(page, url, cookie) {
  const [name] = cookie.split('=', 1);
  const value = cookie.slice(name.length + 1);
  await page.Network.setCookie({ url, name, value });
}

/** Counts the requests of a page, and keeps the ids of its scripts. */
function watchNetwork(page) {
  const open = new Set();
  const scripts = [];
  let requests = 0;
  let lastChange = performance.now();
  const change = () => {
    lastChange = performance.now();
  };
  page.Network.requestWillBeSent(({ requestId, type }) => {
    if (type === 'EventSource') return;
    if (type !== 'Image') requests++;
    if (type === 'Script') scripts.push(requestId);
    open.add(requestId);
    change();
  });
  const broken = [];
  page.Network.responseReceived(({ type, response: { url, status } }) => {
    if (type === 'Script' && status !== 200) broken.push(`${url}: ${status}`);
  });
  const end = ({ requestId }) => {
    open.delete(requestId);
    change();
  };
  page.Network.loadingFinished(end);
  page.Network.loadingFailed(end);
  return {
    quiet: async () => {
      const deadline = performance.now() + maxTime;
      while (performance.now() < deadline) {
        if (open.size === 0 && performance.now() - lastChange > quietTime) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`The page still waits for ${open.size} requests.`);
    },
    result: async () => {
      if (broken.length > 0) throw new Error(`Scripts are missing: ${broken.join(', ')}`);
      let scriptBytes = 0;
      for (const requestId of scripts) {
        const { body } = await page.Network.getResponseBody({ requestId });
        scriptBytes += gzipSync(body).length;
      }
      return { requests, scriptBytes };
    },
  };
}

/** Records a trace of the browser while a function runs, and returns its events. */
async function trace(browser, work) {
  const events = [];
  const stopCollecting = browser.Tracing.dataCollected(({ value }) => events.push(...value));
  await browser.Tracing.start({
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  });
  await work();
  const isComplete = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  await browser.Tracing.end();
  await isComplete;
  stopCollecting();
  return events;
}

/** Sums the tasks of the main threads of pages, and the layout shifts. */
function readTrace(events) {
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = events
    .filter(
      ({ name, pid, tid }) =>
        name === 'ThreadControllerImpl::RunTask' && mainThreads.has(`${pid}:${tid}`),
    )
    .map(({ tdur = 0 }) => tdur / 1_000);
  const shifts = events
    .filter(({ name }) => name === 'LayoutShift')
    .filter(({ args }) => !args.data.had_recent_input)
    .map(({ args }) => args.data.weighted_score_delta ?? args.data.score);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  return {
    cpu: sum(tasks),
    longTasks: sum(tasks.filter((time) => time > longTask)),
    shift: sum(shifts),
  };
}

/** Signs a user in, and returns the `Cookie` header. */
export async function cookieOf(url, email) {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status}`);
  return answer.headers.get('set-cookie').split(';')[0];
}
