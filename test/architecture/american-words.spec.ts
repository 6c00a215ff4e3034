import { expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Words that are not American English or have another spelling there. Names in code are not
 * checked.
 */
const strange =
  /\b(?:colou?r(?<=our)\w*|favou?r(?<=our)\w*|(?:recogn|organ|real|apolog)is(?:e|ed|es|ing|ation|ations)|e-mail\w*|cheques?|programme|whilst|cancell(?:ed|ing)|centre|present password|any more(?! than)|look into your inbox)\b/i;

/** Returns the texts of a file that users may see, with their line numbers. */
function textsOf(file: string): { line: number; text: string }[] {
  const source = ts.createSourceFile(
    file,
    fs.readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const texts: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    // Names of modules, keys and parts of addresses are not checked: they have no spaces, capitals
    // or punctuation.
    if (
      (ts.isStringLiteralLike(node) ||
        ts.isJsxText(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddleOrTemplateTail(node)) &&
      /[A-Z\s!?]/.test(node.text)
    ) {
      texts.push({
        line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        text: node.text.trim(),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

// The words of files from outside, which the import knows, are not checked.
const files = ['src', 'libs', 'web/src']
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file)),
  )
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.spec\.|migrations|libs.csv.(?:words|header-names)\.ts|import.sources.[a-z]/.test(file),
  );

it('all texts that users read are in American English', () => {
  expect(files.length).toBeGreaterThan(500);
  const problems = files.flatMap((file) =>
    textsOf(path.join(root, file))
      .filter(({ text }) => strange.test(text) && !/^import\(|^\.{0,2}\//.test(text))
      // the word of calendar files for a canceled event (RFC 5545)
      .filter(({ text }) => text !== 'CANCELLED')
      .map(({ line, text }) => `${file}:${line} ${text.slice(0, 100)}`),
  );
  expect(problems).toEqual([]);
});
