import { expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';

const webSourceDirectory = path.resolve(import.meta.dirname, '../../web/src');

it('every password field uses PasswordInput, which can show the password', () => {
  const files = fs
    .readdirSync(webSourceDirectory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'));
  expect(
    files.filter((file) =>
      /type=(["'{]\s*["']?)password|'password'\s*}/.test(
        fs.readFileSync(path.join(webSourceDirectory, file), 'utf8'),
      ),
    ),
  ).toEqual(['components/ui/form/password-input.tsx']);
});
