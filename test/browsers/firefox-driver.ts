import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { waitUntil, type Driver, type Name } from './driver.js';
import { scripts } from './page-scripts.js';

/** Opens an empty profile in Firefox, which puppeteer drives over WebDriver BiDi. */
export async function openFirefox(browser: Browser, url: string): Promise<Driver> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  return new FirefoxDriver(page, url);
}

class FirefoxDriver implements Driver {
  readonly #page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.#page = page;
    this.#url = url;
  }

  async open(path: string): Promise<void> {
    await this.#page.goto(this.#url + path, { waitUntil: 'load' });
  }

  async fill(label: string, value: string): Promise<void> {
    await this.#wait(`fill “${label}”`, async () => {
      if (await this.#page.evaluate(scripts.setDate(label, value))) return true;
      const field = await this.#find(scripts.findControl('field', label));
      await field?.asLocator().fill(value);
      return field !== null;
    });
  }

  async select(label: string, option: string): Promise<void> {
    await this.#wait(`select “${option}” as “${label}”`, async () => {
      const optionElement = await this.#find(scripts.findOption(label, option));
      const field = await this.#find(scripts.findControl('field', label));
      if (optionElement === null || field === null) return false;
      await field.select(String(await (await optionElement.getProperty('value')).jsonValue()));
      return true;
    });
  }

  async press(name: Name): Promise<void> {
    await this.#wait(`press “${String(name)}”`, async () => {
      const button = await this.#find(scripts.findButton(name));
      if (button === null) return false;
      await button.click();
      // The evaluation fails if the press replaces the page.
      return this.#page.evaluate(scripts.wasPressed()).then(Boolean, () => true);
    });
  }

  async chooseFile(label: string, file: string): Promise<void> {
    await this.#wait(`choose a file as “${label}”`, async () => {
      const field = await this.#find(scripts.findControl('file', label));
      await field?.uploadFile(file);
      return field !== null;
    });
  }

  async waitForText(text: string): Promise<void> {
    await this.#wait(`wait for “${text}”`, async () =>
      (await this.readTexts('body')).some((pageText) => pageText.includes(text)),
    );
  }

  readTexts(selector: string): Promise<string[]> {
    return this.#page.evaluate(scripts.readTexts(selector)) as Promise<string[]>;
  }

  close(): Promise<void> {
    return this.#page.browserContext().close();
  }

  async #find(expression: string): Promise<ElementHandle | null> {
    return (await this.#page.evaluateHandle(expression)).asElement() as ElementHandle | null;
  }

  async #wait(action: string, attempt: () => Promise<boolean>): Promise<void> {
    await waitUntil(action, attempt, () => this.readTexts('main, [role=dialog]'));
  }
}
