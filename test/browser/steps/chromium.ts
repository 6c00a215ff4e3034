import { existsSync } from 'node:fs';

/** The installed Chromium; undefined if there is none. */
export const executablePath =
  process.env.CHROMIUM_PATH ??
  [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => existsSync(file));

/**
 * The pages of a profile share a process, as in a browser with many pages. A new process for each
 * page would take a sixth of the time of these tests in Chromium.
 */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--process-per-site',
  // Most pages are open for a second or two. Optimizing their code takes longer than it saves.
  '--js-flags=--no-maglev --no-turbofan',
];
