import { expect, it } from '@jest/globals';
import {
  type Change,
  continueList,
  type Marked,
  toggleLines,
  toggleMark,
} from './markdown-edit.js';

/** `|` around what is chosen, or once where nothing is. */
function read(shown: string): Marked {
  const from = shown.indexOf('|');
  const to = shown.lastIndexOf('|');
  return from === to
    ? { text: shown.replace('|', ''), from, to: from }
    : { text: shown.replaceAll('|', ''), from, to: to - 1 };
}
function after(shown: string, act: (marked: Marked) => Change | null): string {
  const marked = read(shown);
  const change = act(marked);
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
])('bold: %j becomes %j', (shown, wanted) =>
  expect(after(shown, (marked) => toggleMark(marked, 'bold'))).toBe(wanted),
);

it.each([
  ['a |word|', 'a *|word|*'],
  ['a *|word|*', 'a |word|'],
  ['a **|word|**', 'a ***|word|***'],
  ['a ***|word|***', 'a **|word|**'],
])('italic: %j becomes %j', (shown, wanted) =>
  expect(after(shown, (marked) => toggleMark(marked, 'italic'))).toBe(wanted),
);

it.each([
  ['heading', 'Ti|tle', '## Title|'],
  ['heading', '## Ti|tle', '### Title|'],
  ['heading', '### Ti|tle', 'Title|'],
  ['bullets', '|one\ntwo|', '|- one\n- two|'],
  ['bullets', '|- one\n- two|', '|one\ntwo|'],
  ['numbers', 'x\n|- one\n\n- two|\ny', 'x\n|1. one\n\n2. two|\ny'],
  ['bullets', '|', '- |'],
] as const)('%s: %j becomes %j', (kind, shown, wanted) =>
  expect(after(shown, (marked) => toggleLines(marked, kind))).toBe(wanted),
);

it.each([
  ['- one|', '- one\n- |'],
  ['9. nine|', '9. nine\n10. |'],
  ['- one\n- |', '- one\n|'],
  ['plain|', 'nothing'],
])('Enter after %j: %j', (shown, wanted) => expect(after(shown, continueList)).toBe(wanted));
