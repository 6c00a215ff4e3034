import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { check } from 'recheck';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Regular expressions that take more than linear time, with the reason why they are never applied
 * to a long text from outside.
 */
const accepted: Record<string, string> = {
  '/=+$/': 'the base64 of our own 16 and 32 bytes',
  '/[\\p{L}\\p{M}\\p{N}-]+(?:\\.[\\p{L}\\p{M}\\p{N}-]+)+/gu': 'a church’s name, of limited length',
  '/^-+|-+$/g': 'a church’s name, of limited length, in which hyphens are single',
  '/-+$/': 'at most 40 characters',
  '/<div id="frame"[^]*(?=<\\/body>)/': 'our own page, at the start',
  '/<title>.*?<\\/title>/': 'our own page',
  "/(?<![\\d.,'\\u2019] ?)[1-9]\\d{0,2}(?: \\d{3})+(?! ?\\d)/": 'at most 100 characters',
  '/\\B(?=(?:\\d{3})+$)/g': 'the digits of an amount of ours',
  '/[^\\s<>,;:"()[\\]]{1,64}@[^\\s<>,;:"()[\\]]{1,255}/g': 'linear: both repetitions are bounded',
};
/** Returns whether a pattern belongs to `parseDate`, whose text has at most 60 characters. */
const isTimeOfDay = (pattern: string) => pattern.startsWith('/(?:T|,?\\s{1,9})\\d{1,2}:');

/** Files that compose expressions at run time, with the reason why these take linear time. */
const composing: Record<string, string> = {
  'src/support/tickets/ticket-users.ts': 'the escaped name of a person, without a repetition',
  'libs/mail/email-header.ts': 'test/property/linear-time.spec.ts doubles senders',
  'libs/calendar/moment.ts': 'at most 60 characters',
};

interface Found {
  place: string;
  pattern: string;
}

const serverFiles = ['src', 'libs'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => path.join(folder, name)),
);

/** Returns the literals of regular expressions in the sources of the server. */
function findPatterns(): Found[] {
  return serverFiles.flatMap((file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const patterns: Found[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        patterns.push({ place: `${file}:${line + 1}`, pattern: node.text });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return patterns;
  });
}

/**
 * Returns whether a text can make the expression backtrack so often that the time grows faster than
 * the text. The checker counts the characters that it reads. Its time limits are off, because on a
 * busy machine they report attacks that do not exist.
 */
async function isSlow(pattern: string): Promise<boolean> {
  const end = pattern.lastIndexOf('/');
  const { status } = await check(pattern.slice(1, end), pattern.slice(end + 1), {
    timeout: 60_000,
    attackTimeout: null,
    incubationTimeout: null,
  });
  return status === 'vulnerable';
}

describe('a regular expression of the server', () => {
  it('takes linear time if it can be applied to a long text from outside', async () => {
    const foundPatterns = findPatterns();
    expect(foundPatterns.length).toBeGreaterThan(200);
    const problems: string[] = [];
    const checkedPatterns = new Set<string>();
    for (const { place, pattern } of foundPatterns) {
      if (pattern in accepted || isTimeOfDay(pattern) || checkedPatterns.has(pattern)) continue;
      checkedPatterns.add(pattern);
      if (await isSlow(pattern)) problems.push(`${place} ${pattern}`);
    }
    expect(problems).toEqual([]);
    const patterns = new Set(foundPatterns.map(({ pattern }) => pattern));
    expect(Object.keys(accepted).filter((pattern) => !patterns.has(pattern))).toEqual([]);
  });

  it('is a literal, which this test can read, except in the listed files', () => {
    const filesWithRegExp = serverFiles.filter((file) =>
      fs.readFileSync(path.join(root, file), 'utf8').includes('RegExp('),
    );
    expect(filesWithRegExp.toSorted()).toEqual(Object.keys(composing).toSorted());
  });

  it('is recognized as slow if it backtracks', async () => {
    expect(await isSlow('/\\([^)]*\\)/g')).toBe(true);
    expect(await isSlow('/^(?:a|a)*$/')).toBe(true);
    expect(await isSlow('/^a*$/')).toBe(false);
  });
});
