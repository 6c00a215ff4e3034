import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { pagePaths } from '../../src/server/pages.js';

/** Pages that only a development server has. */
const inDevelopment = ['/design'];

it('the server knows the paths of all pages of the client, and no others', () => {
  const folder = 'web/src/routes';
  const routes = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.lazy.tsx'))
    .flatMap((file) =>
      [...fs.readFileSync(path.join(folder, file), 'utf8').matchAll(/^\s+path: '([^']+)'/gm)].map(
        ([, found]) => found!,
      ),
    );
  expect(routes.filter((one) => !inDevelopment.includes(one)).sort()).toEqual(
    [...pagePaths].sort(),
  );
});
