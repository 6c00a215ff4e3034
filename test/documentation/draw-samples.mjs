// node test/documentation/draw-samples.mjs [seed]: draws 100 comments, 100 identifiers and 100 test
// titles of the repository, for a reader who has not seen the code. Each must be understandable
// alone.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import ts from 'typescript';

const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 1e9));
const size = 100;

/** Returns a function that returns the next pseudorandom number from 0 to 1 (mulberry32). */
function createRandom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = createRandom(seed);
const draw = (items) => {
  const rest = [...items];
  return Array.from(
    { length: Math.min(size, rest.length) },
    () => rest.splice(Math.floor(random() * rest.length), 1)[0],
  );
};

const files = execFileSync('git', ['ls-files', 'src', 'libs', 'web/src', 'test'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'));

const comments = [];
const identifiers = new Map();
const titles = [];
for (const file of files) {
  const text = fs.readFileSync(file, 'utf8');
  for (const [comment] of text.matchAll(/\/\*\*(?=\s)[^]*?\*\/|(?:^[ \t]*\/\/ .*\n)+/gm)) {
    const plain = comment.replaceAll(/^\s*(?:\/\*\*|\*\/|\*|\/\/)|\*\/$/gm, '');
    comments.push(`${file}: ${plain.replaceAll(/\s+/g, ' ').trim()}`);
  }
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const visit = (node, groups) => {
    let inside = groups;
    if ((ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name)
      identifiers.set(node.name.getText(source), file);
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
      const words = ts.isStringLiteralLike(title) ? title.text : title.getText(source);
      const called = node.expression.getText(source);
      if (/^describe/.test(called)) inside = [...groups, words];
      if (/^(?:it|test)(?:\.each\b|$)/.test(called))
        titles.push(`${file}: ${[...groups, words].join(' › ')}`);
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, []);
}
const names = [...identifiers].map(([name, file]) => `${file}: ${name}`);

process.stdout.write(`seed ${seed}\n`);
for (const [title, items] of Object.entries({ comments, identifiers: names, titles }))
  process.stdout.write(`\n${title} (${size} of ${items.length})\n${draw(items).join('\n')}\n`);
