import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');

/** The maximum number of files in a folder, so that a reader can survey them. */
const atMost = 30;
/** Folders that may have more files, with the reason. */
const exceptions: Record<string, string> = {
  'src/migrations': 'one file for each migration',
};

/** @returns the number of files in each folder, by its path from the root */
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

  it('include no exceptions that are no longer needed', () => {
    const small = Object.keys(exceptions).filter((folder) => (counts.get(folder) ?? 0) <= atMost);
    expect(small).toEqual([]);
  });

  it('include src, which has at most six files', () => {
    expect(counts.get('src')).toBeLessThanOrEqual(6);
  });
});

/** The maximum number of lines in a source file. */
const maxLines = 300;
/** Files that may be longer, with the reason. */
const longFiles: Record<string, string> = {
  'libs/database/tables.generated.ts': 'generated from the migrated tables',
  'src/migrations/0001-ground.ts': 'a migration that has shipped never changes',
};

/** @returns the number of lines of each source file, by its path from the root */
function countLines(): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (folder: string) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) count(name);
      else if (/\.(?:tsx?|mjs)$/.test(name))
        counts.set(name, fs.readFileSync(path.join(root, name), 'utf8').split('\n').length - 1);
    }
  };
  for (const folder of ['src', 'libs', 'web', 'test']) count(folder);
  return counts;
}

describe('the source files', () => {
  const counts = countLines();

  it(`have at most ${maxLines} lines each`, () => {
    const long = [...counts].filter(([file, lines]) => lines > maxLines && !(file in longFiles));
    expect(long).toEqual([]);
  });

  it('include no exceptions that are no longer needed', () => {
    const short = Object.keys(longFiles).filter((file) => (counts.get(file) ?? 0) <= maxLines);
    expect(short).toEqual([]);
  });
});
