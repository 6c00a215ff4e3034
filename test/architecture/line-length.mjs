// Finds the lines above 100 characters that the formatter cannot break. `npm run lint` runs it.
import fs from 'node:fs';

const limit = 100;
/** Generated files, data tables, and the texts of the demo, which are written as Markdown. */
const isExempt = (file) =>
  /\.generated\.|node_modules|\/samples\/|^src\/demo\/content\/|third-party-notices\.md/.test(file);
/** A regular expression is one line. The tests of regular expressions read it as it is written. */
const isRegularExpression = (line) => /^\s*\/[^/*]/.test(line);

const files = fs
  .globSync('{src,libs,web,test,docker}/**/*.{ts,tsx,mjs,js,css}')
  .filter((file) => !isExempt(file));
const found = files.flatMap((file) =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
    .filter(({ line }) => line.length > limit && !isRegularExpression(line)),
);
for (const { line, place } of found) {
  process.stderr.write(`${place} has ${line.length} characters: ${line.trim()}\n`);
}
if (found.length > 0) {
  process.stderr.write(`${found.length} lines have more than ${limit} characters.\n`);
  process.exit(1);
}
