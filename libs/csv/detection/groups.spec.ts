import { describe, expect, it } from '@jest/globals';
import { createGroupReader, findGroupColumn } from './groups.js';

const columns = { date: 1, amount: 2 };
const find = (...rows: string[][]) =>
  findGroupColumn(
    rows.map((cells, index) => ({ row: index + 2, cells })),
    columns,
  );
const ada = ['Ada Example', '', ''];
const ben = ['Example, Ben', '', ''];
const gift = ['', '1/4/2026', '50.00'];

describe('a line with a name above the gifts', () => {
  it('is found if a line of totals repeats the name', () => {
    expect(find(ada, gift, gift, ['Total for Ada Example', '', '100.00'])).toEqual({
      index: 0,
      names: ['Ada Example'],
    });
  });

  it('is found without totals if all such lines are names', () => {
    expect(find(ada, gift, ben, gift)).toEqual({
      index: 0,
      names: ['Ada Example', 'Example, Ben'],
    });
    expect(find(ada, gift)).toBeNull();
    expect(find(ada, gift, ['Missions', '', ''], gift)).toBeNull();
  });

  it('is not found if it names a fund, or if the rows of gifts have a text in its column', () => {
    const missions = ['Missions', '', ''];
    expect(find(missions, gift, ['Total for Missions', '', '50.00'])).toBeNull();
    const fund = ['Building Fund', '', ''];
    expect(find(fund, gift, ['Total for Building Fund', '', '50.00'])).toBeNull();
    expect(find(ada, gift, ben, ['Ben', '1/4/2026', '50.00'])).toBeNull();
  });
});

it('the name in a line above the gifts is the giver of each row until the next total', () => {
  const read = createGroupReader(0);
  const rows: [string[], boolean][] = [
    [gift, false],
    [ada, true],
    [gift, false],
    [gift, false],
    [['Total for Ada Example', '', '100.00'], true],
    [gift, false],
    [ben, true],
    [['Other', '1/4/2026', '5.00'], false],
    [gift, false],
  ];
  expect(rows.map(([cells, isFooter]) => read(cells, isFooter)[0])).toEqual([
    '',
    'Ada Example',
    'Ada Example',
    'Ada Example',
    'Total for Ada Example',
    '',
    'Example, Ben',
    'Other',
    'Example, Ben',
  ]);
});
