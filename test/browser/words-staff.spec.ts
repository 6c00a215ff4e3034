import { it } from '@jest/globals';
import { describeInBrowser } from './support.js';
import { byScreen, holds } from './words/say.js';
import { content, giving, office } from './words/staff.js';

describeInBrowser('every specified text', (portal) => {
  it.each(byScreen([...content, ...giving, ...office]))('%s', (_screen, rows) =>
    holds(portal, rows),
  );
});
