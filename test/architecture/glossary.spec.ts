import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
const glossary = fs.readFileSync(path.join(root, 'src/glossary.md'), 'utf8');

/** Returns the words after a label of the glossary, such as "*Not in code:* letter, asker." */
const listRuledOut = (label: string): string[] =>
  [...glossary.replaceAll(/\s+/g, ' ').matchAll(/\*(Not in \w+):\* ([^.]+)\./g)]
    .filter(([, foundLabel]) => foundLabel === label)
    .flatMap(([, , words]) => words!.split(', '));

/** The files that are about letters of the alphabet, and may use the word "letter" for them. */
const filesAboutTheAlphabet = [
  'libs/contracts/text-keys.ts',
  'libs/csv/encoding.ts',
  'libs/csv/repair-text.ts',
  'libs/database/like-pattern.ts',
  'libs/workbook/values.ts',
  'libs/workbook/xlsx-sheet.ts',
  'src/tenancy/slugs.ts',
  'web/src/components/ui/pattern.tsx',
  'web/src/features/content/announcements/announcements-card.tsx',
  'web/src/features/giving/import/rows/review-grid.tsx',
];
/**
 * Files with texts from outside: the words of files that the import knows, the texts of the demo
 * churches, and the descriptions of the plans in the specification.
 */
const hasForeignWords = /libs\/csv\/|import\/(?:sources|givers)\/|src\/demo\/|tenancy\/plans\.ts/;

const files = ['src', 'libs', 'web/src']
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file).split(path.sep).join('/')),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.|migrations\/|generated/.test(file));

const splitIntoWords = (identifier: string): string[] =>
  identifier
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.JsxText =>
  ts.isStringLiteralLike(node) ||
  ts.isJsxText(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node);

/** Calls `visit` for each node of a file, except for those of its imports. */
function visitNodes(file: string, visit: (node: ts.Node) => void): void {
  const source = ts.createSourceFile(
    file,
    fs.readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const visitWithChildren = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    visit(node);
    ts.forEachChild(node, visitWithChildren);
  };
  visitWithChildren(source);
}

describe('the glossary', () => {
  it('lists words that no identifier contains', () => {
    const ruledOut = listRuledOut('Not in code');
    expect(ruledOut.length).toBeGreaterThan(3);
    const isRuledOut = (word: string, file: string) =>
      ruledOut.includes(word.replace(/s$/, '')) &&
      !(word.startsWith('letter') && filesAboutTheAlphabet.includes(file));
    const problems = new Set<string>();
    for (const file of files) {
      visitNodes(file, (node) => {
        if (!ts.isIdentifier(node)) return;
        if (splitIntoWords(node.text).some((word) => isRuledOut(word, file)))
          problems.add(`${file}: ${node.text}`);
      });
    }
    expect([...problems]).toEqual([]);
  });

  it('lists words that no text of a screen, an email or a message contains', () => {
    const ruledOut = listRuledOut('Not in texts');
    expect(ruledOut.length).toBeGreaterThan(3);
    const pattern = new RegExp(`\\b(?:${ruledOut.join('|')})s?\\b`, 'i');
    const problems = new Set<string>();
    for (const file of files) {
      if (hasForeignWords.test(file)) continue;
      visitNodes(file, (node) => {
        if (isText(node) && /\s/.test(node.text.trim()) && pattern.test(node.text))
          problems.add(`${file}: ${node.text.trim().slice(0, 120)}`);
      });
    }
    expect([...problems]).toEqual([]);
  });
});
