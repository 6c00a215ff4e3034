import fs from 'node:fs';
import path from 'node:path';
import type { Name } from './driver.js';

const source = fs
  .readFileSync(path.join(import.meta.dirname, 'in-page.mjs'), 'utf8')
  .replaceAll(/^export /gm, '');

/** Returns an expression that calls a function of `in-page.mjs` in the page. */
const callInPage = (name: string, ...values: (string | RegExp)[]): string => {
  const literals = values.map((value) =>
    typeof value === 'string' ? JSON.stringify(value) : String(value),
  );
  return `(() => { ${source}\nreturn ${name}(${literals.join(', ')}); })()`;
};

/** Expressions for the page. Their values are described in `in-page.mjs`. */
export const scripts = {
  findControl: (kind: 'field' | 'file', name: Name) => callInPage('findControl', kind, name),
  findButton: (name: Name) => callInPage('findButton', name),
  wasPressed: () => callInPage('wasPressed'),
  findOption: (label: string, text: string) => callInPage('findOption', label, text),
  setDate: (label: string, value: string) => callInPage('setDate', label, value),
  readTexts: (selector: string) => callInPage('readTexts', selector),
};
