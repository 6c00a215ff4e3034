import fs from 'node:fs';
import { expect, it } from '@jest/globals';
import { screens } from '#libs/contracts';

it('each screen in the menu has an icon in the style sheet', () => {
  const drawn = fs.readFileSync('web/menu-icons.ts', 'utf8');
  expect(
    screens.filter(({ menu, to }) => menu && !drawn.includes(`'${to}': '`)).map(({ to }) => to),
  ).toEqual([]);
});

it('each screen of the staff in the menu has a group', () => {
  expect(
    screens.filter(({ menu, group }) => menu === 'staff' && !group).map(({ to }) => to),
  ).toEqual([]);
});
