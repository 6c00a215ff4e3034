import { it } from '@jest/globals';
import { describeInBrowser } from './support.js';
import { administration } from './words/administration.js';
import { content } from './words/content.js';
import { giving } from './words/giving.js';
import { byScreen, holds } from './words/say.js';

describeInBrowser('every specified text', (portal) => {
  it.each(byScreen([...content, ...giving, ...administration]))('is shown at %s', (_screen, rows) =>
    holds(portal, rows),
  );
});
