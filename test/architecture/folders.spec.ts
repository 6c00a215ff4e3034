import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');

/** Files of a folder at most, so that a reader can take them in. */
const atMost = 30;
/** Folders that may have more, each for a reason. */
const exceptions: Record<string, string> = {
  'src/migrations': 'one file for each migration',
  'src/giving/import': 'until the import is divided',
  'web/src/features/giving/import': 'until the import is divided',
};

/** @returns how many files each folder has, by its path from the root */
function countFiles(): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (folder: string) => {
    const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
    counts.set(folder, entries.filter((entry) => entry.isFile()).length);
    for (const entry of entries)
      if (entry.isDirectory() && entry.name !== 'node_modules') count(`${folder}/${entry.name}`);
  };
  for (const folder of ['src', 'libs', 'web', 'test', 'docker']) count(folder);
  return counts;
}

describe('the folders', () => {
  const counts = countFiles();

  it(`have at most ${atMost} files each`, () => {
    const large = [...counts].filter(([folder, n]) => n > atMost && !(folder in exceptions));
    expect(large).toEqual([]);
  });

  it('that are exceptions still need to be one', () => {
    const small = Object.keys(exceptions).filter((folder) => (counts.get(folder) ?? 0) <= atMost);
    expect(small).toEqual([]);
  });

  it('at the top: src has at most six files', () => {
    expect(counts.get('src')).toBeLessThanOrEqual(6);
  });
});
