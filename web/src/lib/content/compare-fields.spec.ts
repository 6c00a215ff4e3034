import { describe, expect, it } from '@jest/globals';
import { compareFields, type FieldLabels } from './compare-fields.js';

interface Values {
  title: string;
  tags: string[];
  tools: { name: string; url: string }[];
  minutes: number | undefined;
  isActive: boolean;
}

const labels: FieldLabels<Values> = [
  ['title', 'Title'],
  ['tags', 'Tags'],
  ['tools', 'Online tools', (tools: Values['tools']) => `${tools.length} tools`],
  ['minutes', 'Minutes'],
  ['isActive', 'Shown to members'],
];
const values: Values = { title: 'Ruth', tags: [], tools: [], minutes: undefined, isActive: true };

describe('the comparison of two versions of a form', () => {
  it('describes texts, lists, switches, empty fields, and fields with words of their own', () => {
    const changedValues = { ...values, tags: ['light', 'hope'], minutes: 30, isActive: false };
    expect(compareFields(labels, values, changedValues)).toEqual([
      { label: 'Title', theirs: 'Ruth', mine: 'Ruth' },
      { label: 'Tags', theirs: '–', mine: 'light, hope' },
      { label: 'Online tools', theirs: '0 tools', mine: '0 tools' },
      { label: 'Minutes', theirs: '–', mine: '30' },
      { label: 'Shown to members', theirs: 'Yes', mine: 'No' },
    ]);
  });

  it('shows short texts completely, also if they differ at the end', () => {
    const beginning = 'z'.repeat(100);
    const [title] = compareFields(
      labels,
      { ...values, title: `${beginning}.` },
      { ...values, title: `${beginning}!` },
    );
    expect(title).toMatchObject({ theirs: `${beginning}.`, mine: `${beginning}!` });
  });

  it('shows the part of long texts that differs', () => {
    const long = (end: string) => `${'x'.repeat(1_000)}${end}`;
    const [title] = compareFields(
      labels,
      { ...values, title: long('wood') },
      { ...values, title: long('steel') },
    );
    expect(title).toEqual({
      label: 'Title',
      theirs: `…${'x'.repeat(60)}wood`,
      mine: `…${'x'.repeat(60)}steel`,
    });
  });

  it('shows the beginning of long texts that are the same', () => {
    const text = 'y'.repeat(1_000);
    const [title] = compareFields(labels, { ...values, title: text }, { ...values, title: text });
    expect(title!.theirs).toBe(`${'y'.repeat(240)}…`);
    expect(title!.mine).toBe(title!.theirs);
  });
});
