import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pagePaths } from '../../src/server/pages.js';
import { findScreens } from '../../web/screens-file.js';

/** Pages that exist only on a development server. */
const inDevelopment = ['/design'];
const withoutDevelopment = (paths: string[]) =>
  paths.filter((path) => !inDevelopment.includes(path)).sort();

describe('the list of page paths on the server', () => {
  it('contains the paths of all routes of the client, and no others', () => {
    const folder = 'web/src/routes';
    const routes = fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.endsWith('.lazy.tsx'))
      .flatMap((file) =>
        [...fs.readFileSync(path.join(folder, file), 'utf8').matchAll(/^\s+path: '([^']+)'/gm)].map(
          ([, screenPath]) => screenPath!,
        ),
      );
    expect(withoutDevelopment(routes)).toEqual([...pagePaths].sort());
  });

  it('contains the paths of all screens that the build finds, whose modules exist', () => {
    const screens = findScreens();
    expect(withoutDevelopment(screens.map((screen) => screen.path))).toEqual([...pagePaths].sort());
    expect(screens.filter(({ module }) => !fs.existsSync(module))).toEqual([]);
  });
});
