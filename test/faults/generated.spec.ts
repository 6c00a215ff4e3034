import { expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { specs } from './generated.js';

const sampler = 'test/support/generated.ts';

/** Returns the paths of the files that a file imports. */
const importsOf = (file: string): string[] =>
  [...fs.readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)\.js'/g)].map(([, imported]) =>
    path.posix.join(path.posix.dirname(file), `${imported}.ts`),
  );

const takesSample = (file: string): boolean => importsOf(file).includes(sampler);

it('the part `generated` of the failure tests runs every test file that takes a sample', () => {
  const samples = ['libs', 'src', 'test']
    .flatMap((folder) =>
      fs
        .readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
    )
    .filter((file) => file.endsWith('.spec.ts'))
    // A file also takes a sample if a shared file that it imports takes one.
    .filter((file) => takesSample(file) || importsOf(file).filter(fs.existsSync).some(takesSample))
    .map((file) => file.replace('.spec.ts', ''))
    .filter((file) => file !== 'test/faults/short'); // Other parts run all of its cases.
  expect([...specs].sort()).toEqual(samples.sort());
});
