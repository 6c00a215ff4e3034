import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { WebDriver } from 'selenium-webdriver';
import { freePort } from '../support/program/program.js';
import { until } from '../support/until.js';
import { within, type RunningBrowser } from './driver.js';
import { driveWebKit, startSession } from './webkit-driver.js';

/** Returns the path of a program that is in one of the folders of `PATH`. */
function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

const webDriver = findProgram('WebKitWebDriver');
const virtualDisplay = findProgram('Xvfb');
const hasDisplay = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

/** The reason why WebKitGTK cannot run here; undefined if it can. */
export function whyNoWebKit(): string | undefined {
  if (webDriver === undefined)
    return 'WebKitWebDriver is not installed (Debian: apt-get install webkit2gtk-driver)';
  if (!hasDisplay && virtualDisplay === undefined)
    return 'there is no display, and Xvfb is not installed (Debian: apt-get install xvfb)';
  return undefined;
}

/** Starts a virtual display if there is no other, and finds out the version of WebKitGTK. */
export async function startWebKit(): Promise<RunningBrowser> {
  const display = hasDisplay ? undefined : await startDisplay();
  const environment = { ...process.env, ...(display && { DISPLAY: display.name }) };
  const stop = () => (display ? end(display.process) : Promise.resolve());
  try {
    return {
      version: await readVersion(environment),
      newDriver: async (url) => {
        const { session, close } = await openSession(environment);
        return driveWebKit(session, url, close);
      },
      checks: [],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Session {
  session: WebDriver;
  /** Ends the session, its browser and its WebKitWebDriver. */
  close: () => Promise<void>;
}

/** The time in milliseconds after which the start or the end of a session is given up. */
const longestStart = 60_000;

/**
 * Starts a WebKitWebDriver, and a session with it. Occasionally the browser ends while it starts,
 * and WebKitWebDriver waits for it forever. Therefore a second attempt follows.
 */
async function openSession(environment: NodeJS.ProcessEnv, attempts = 2): Promise<Session> {
  const port = await freePort();
  const server = spawn(webDriver!, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: environment,
  });
  const serverUrl = `http://127.0.0.1:${port}`;
  try {
    await until(() => isListening(serverUrl), 'WebKitWebDriver does not start.');
    const session = await within(longestStart, startSession(serverUrl));
    return { session, close: () => closeSession(session, server) };
  } catch (error) {
    await end(server);
    if (attempts > 1) return openSession(environment, attempts - 1);
    throw error;
  }
}

async function closeSession(session: WebDriver, server: ChildProcess): Promise<void> {
  try {
    await within(longestStart, session.quit());
  } finally {
    await end(server);
  }
}

/** Starts a virtual display with a number that is free. */
async function startDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const display = spawn(
    virtualDisplay!,
    ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const number = await new Promise<string>((resolve, reject) => {
    createInterface(display.stdout).once('line', resolve);
    display.once('exit', (code) => reject(new Error(`Xvfb ended with ${String(code)}`)));
  });
  return { name: `:${number}`, process: display };
}

const isListening = (serverUrl: string): Promise<boolean> =>
  fetch(`${serverUrl}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

async function readVersion(environment: NodeJS.ProcessEnv): Promise<string> {
  const { session, close } = await openSession(environment);
  const capabilities = await session.getCapabilities();
  await close();
  return `WebKitGTK ${capabilities.getBrowserVersion() ?? ''}`.trim();
}

/** Ends a process, and waits for its end. */
const end = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      });
