import { expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Words that an American church office does not write, or writes otherwise. Names in code are
 * nobody's business but ours.
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
  const found: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    // modules, keys and parts of addresses are no words: they have neither spaces nor capitals nor
    // marks in them
    if (
      (ts.isStringLiteralLike(node) ||
        ts.isJsxText(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddleOrTemplateTail(node)) &&
      /[A-Z\s!?]/.test(node.text)
    ) {
      found.push({
        line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        text: node.text.trim(),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

// what stands in other people’s files is theirs: the words that an import knows
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

it('nothing that people read is written as an American office would not', () => {
  expect(files.length).toBeGreaterThan(500);
  const wrong = files.flatMap((file) =>
    textsOf(path.join(root, file))
      .filter(({ text }) => strange.test(text) && !/^import\(|^\.{0,2}\//.test(text))
      .map(({ line, text }) => `${file}:${line} ${text.slice(0, 100)}`),
  );
  expect(wrong).toEqual([]);
});
