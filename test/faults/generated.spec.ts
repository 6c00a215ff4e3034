import { expect, it } from '@jest/globals';
import fs from 'node:fs';
import { specs } from './generated.js';

const importsSamples = /from '[./]+(test\/)?support\/generated\.js'/;

it('the part `generated` of the failure tests runs every test file that takes a sample', () => {
  const samples = ['libs', 'src', 'test']
    .flatMap((folder) =>
      fs
        .readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
    )
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => importsSamples.test(fs.readFileSync(file, 'utf8')))
    .map((file) => file.replace('.spec.ts', ''))
    .filter((file) => file !== 'test/faults/short'); // the other parts run its cases whole
  expect([...specs].sort()).toEqual(samples.sort());
});
