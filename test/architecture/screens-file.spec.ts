import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import { pagePaths } from '../../src/server/pages.js';
import { findScreens } from '../../web/screens-file.js';

describe('the screens of the client', () => {
  const screens = findScreens();
  const known = screens.filter(({ path }) => path !== '/design');

  it('are found for every path of the client, once each', () => {
    expect(known.map(({ path }) => path).sort()).toEqual([...pagePaths].sort());
  });

  it('exist', () => {
    expect(known.filter(({ module }) => !fs.existsSync(module))).toEqual([]);
  });
});
