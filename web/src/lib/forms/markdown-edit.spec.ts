import { expect, it } from '@jest/globals';
import {
  type Change,
  continueList,
  type Marked,
  toggleLines,
  toggleMark,
} from './markdown-edit.js';

/** Parses a text in which two `|` mark the ends of the selection, or one `|` marks the cursor. */
function read(source: string): Marked {
  const from = source.indexOf('|');
  const to = source.lastIndexOf('|');
  return from === to
    ? { text: source.replace('|', ''), from, to: from }
    : { text: source.replaceAll('|', ''), from, to: to - 1 };
}
function after(source: string, edit: (marked: Marked) => Change | null): string {
  const marked = read(source);
  const change = edit(marked);
  if (!change) return 'nothing';
  const text = marked.text.slice(0, change.from) + change.insert + marked.text.slice(change.to);
  const [from, to] = change.select;
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
}

it.each([
  ['a |word| more', 'a **|word|** more'],
  ['a **|word|** more', 'a |word| more'],
  ['a | word | more', 'a  **|word|**  more'],
  ['|', '**|bold text|**'],
  ['|one\ntwo|', '|**one**\n**two**|'],
])('toggling bold turns %j into %j', (source, expected) =>
  expect(after(source, (marked) => toggleMark(marked, 'bold'))).toBe(expected),
);

it.each([
  ['a |word|', 'a *|word|*'],
  ['a *|word|*', 'a |word|'],
  ['a **|word|**', 'a ***|word|***'],
  ['a ***|word|***', 'a **|word|**'],
])('toggling italic turns %j into %j', (source, expected) =>
  expect(after(source, (marked) => toggleMark(marked, 'italic'))).toBe(expected),
);

it.each([
  ['heading', 'Ti|tle', '## Title|'],
  ['heading', '## Ti|tle', '### Title|'],
  ['heading', '### Ti|tle', 'Title|'],
  ['bullets', '|one\ntwo|', '|- one\n- two|'],
  ['bullets', '|- one\n- two|', '|one\ntwo|'],
  ['numbers', 'x\n|- one\n\n- two|\ny', 'x\n|1. one\n\n2. two|\ny'],
  ['bullets', '|', '- |'],
] as const)('toggling %s turns %j into %j', (kind, source, expected) =>
  expect(after(source, (marked) => toggleLines(marked, kind))).toBe(expected),
);

it.each([
  ['- one|', '- one\n- |'],
  ['9. nine|', '9. nine\n10. |'],
  ['- one\n- |', '- one\n|'],
  ['plain|', 'nothing'],
])('pressing Enter in %j results in %j', (source, expected) =>
  expect(after(source, continueList)).toBe(expected),
);
