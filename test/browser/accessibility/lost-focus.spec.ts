import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, open, until } from '../support.js';

const focusedText = `(document.activeElement.textContent ?? '').trim()`;
const isOnBody = 'document.activeElement === document.body';

describeInBrowser('the focus, if the focused element leaves the page,', (portal) => {
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    context = await portal.visit('member@grace.test');
    page = await open(context, '/nuggets');
  });
  afterAll(() => context.close());

  /** Adds two sections to the page, and focuses the button of the second one. */
  beforeEach(async () => {
    await page.evaluate(`(() => {
      document.querySelector('#cards')?.remove();
      const cards = document.createElement('div');
      cards.id = 'cards';
      cards.innerHTML =
        '<section><h2>Pledges</h2><button>Pay</button></section>' +
        '<section><h2>Donations</h2><p><button>Delete</button></p><a href="#x">All</a></section>';
      document.querySelector('main').append(cards);
      cards.querySelector('p button').focus();
    })()`);
  });

  it('goes to the heading of the section', async () => {
    await page.evaluate(`document.querySelector('#cards p').remove()`);
    await until(page, `${focusedText} === 'Donations'`);
  });

  it('goes to the heading of the section also if the element stays disabled', async () => {
    await page.evaluate(`document.querySelector('#cards p button').disabled = true`);
    await until(page, `${focusedText} === 'Donations'`);
  });

  it('returns to an element that was disabled for a moment', async () => {
    const wasOnBody = await page.evaluate(`(async () => {
      const button = document.querySelector('#cards p button');
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      button.disabled = true;
      await nextFrame();
      await nextFrame();
      const wasOnBody = ${isOnBody};
      button.disabled = false;
      return wasOnBody;
    })()`);
    expect(wasOnBody).toBe(true);
    await until(page, `${focusedText} === 'Delete'`);
  });

  it('goes to the heading of the section if a mouse press on the element removes it', async () => {
    await page.evaluate(`(() => {
      const button = document.querySelector('#cards p button');
      button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      document.querySelector('#cards p').remove();
    })()`);
    await until(page, `${focusedText} === 'Donations'`);
  });

  it('goes to the heading of the section if the element is hidden', async () => {
    await page.evaluate(`document.querySelector('#cards p').style.display = 'none'`);
    await until(page, `${focusedText} === 'Donations'`);
  });

  it('goes to the heading of the page, not of another section, if its section leaves', async () => {
    await page.evaluate(`document.querySelector('#cards section:last-child').remove()`);
    await until(page, `document.activeElement.matches('main h1')`);
  });

  it('goes to the heading of the page if no section is left', async () => {
    await page.evaluate(`document.querySelector('#cards').remove()`);
    await until(page, `document.activeElement.matches('main h1')`);
  });

  it('waits for a heading that arrives late', async () => {
    await page.evaluate(`(() => {
      document.querySelector('#cards').remove();
      document.querySelector('h1').removeAttribute('data-page-heading');
    })()`);
    await page.waitForTimeout(300);
    expect(await page.evaluate(isOnBody)).toBe(true);
    await page.evaluate(`(() => {
      document.querySelector('h1').setAttribute('data-page-heading', '');
      document.querySelector('main').append(document.createElement('p'));
    })()`);
    await until(page, `document.activeElement.matches('main h1')`);
  });

  it('stays where other code has moved it', async () => {
    await page.evaluate(`(() => {
      document.querySelector('#cards p').remove();
      document.querySelector('#cards a').focus();
    })()`);
    await page.waitForTimeout(300);
    expect(await page.evaluate(focusedText)).toBe('All');
  });

  it('stays in a grid whose focused row is scrolled away', async () => {
    const staff = await portal.visit('secretary@grace.test');
    const grid = await open(staff, '/admin/member-donations');
    await grid.locator('[data-cell="0:0"]').focus();
    await grid.evaluate(`document.querySelector('[data-grid-scroll]').scrollTop = 5000`);
    await until(grid, `document.activeElement.matches('[data-grid-scroll]')`);
    await grid.keyboard.press('ArrowDown');
    await until(grid, `document.activeElement.closest('[data-cell]')?.dataset.cell === '1:0'`);
    await staff.close();
  });

  it('is not set if the user has clicked beside all elements before', async () => {
    await page.evaluate('document.activeElement.blur()');
    await page.waitForTimeout(50);
    await page.evaluate(`document.querySelector('#cards p').remove()`);
    await page.waitForTimeout(300);
    expect(await page.evaluate(isOnBody)).toBe(true);
  });
});
