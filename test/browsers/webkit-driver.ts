import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { waitUntil, type Driver, type Name } from './driver.js';
import { scripts } from './page-scripts.js';

/** Starts a session of WebKitWebDriver. It starts a browser with an empty profile. */
export const startSession = (serverUrl: string): Promise<WebDriver> =>
  Promise.resolve(
    new Builder()
      .disableEnvironmentOverrides()
      .usingServer(serverUrl)
      .withCapabilities({ browserName: 'MiniBrowser' })
      .build(),
  );

/**
 * Lets a task use WebKitGTK's MiniBrowser, which selenium drives over WebDriver.
 * @param url the address of the portal
 * @param close ends the session
 */
export async function driveWebKit(
  session: WebDriver,
  url: string,
  close: () => Promise<void>,
): Promise<Driver> {
  await session.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
  return new WebKitDriver(session, url, close);
}

class WebKitDriver implements Driver {
  readonly #session: WebDriver;
  readonly #url: string;
  readonly close: () => Promise<void>;

  constructor(session: WebDriver, url: string, close: () => Promise<void>) {
    this.#session = session;
    this.#url = url;
    this.close = close;
  }

  async open(path: string): Promise<void> {
    await this.#session.get(this.#url + path);
  }

  async fill(label: string, value: string): Promise<void> {
    await this.#wait(`fill “${label}”`, async () => {
      if (await this.#evaluate<boolean>(scripts.setDate(label, value))) return true;
      const field = await this.#find(scripts.findControl('field', label));
      // WebKitWebDriver holds the Control key down until the end of a command.
      await field?.sendKeys(Key.CONTROL, 'a');
      await field?.sendKeys(value);
      return field !== null;
    });
  }

  async select(label: string, option: string): Promise<void> {
    await this.#wait(`select “${option}” as “${label}”`, async () => {
      const optionElement = await this.#find(scripts.findOption(label, option));
      await optionElement?.click();
      return optionElement !== null;
    });
  }

  async press(name: Name): Promise<void> {
    await this.#wait(`press “${String(name)}”`, async () => {
      const button = await this.#find(scripts.findButton(name));
      if (button === null) return false;
      await button.click();
      // The evaluation fails if the press replaces the page.
      return this.#evaluate<boolean>(scripts.wasPressed()).catch(() => true);
    });
  }

  async chooseFile(label: string, file: string): Promise<void> {
    await this.#wait(`choose a file as “${label}”`, async () => {
      const field = await this.#find(scripts.findControl('file', label));
      await field?.sendKeys(file);
      return field !== null;
    });
  }

  async waitForText(text: string): Promise<void> {
    await this.#wait(`wait for “${text}”`, async () =>
      (await this.readTexts('body')).some((pageText) => pageText.includes(text)),
    );
  }

  readTexts(selector: string): Promise<string[]> {
    return this.#evaluate<string[]>(scripts.readTexts(selector));
  }

  #evaluate<Value>(expression: string): Promise<Value> {
    return this.#session.executeScript<Value>(`return ${expression}`);
  }

  #find(expression: string): Promise<WebElement | null> {
    return this.#evaluate<WebElement | null>(expression);
  }

  async #wait(action: string, attempt: () => Promise<boolean>): Promise<void> {
    await waitUntil(action, attempt, () => this.readTexts('main, [role=dialog]'));
  }
}
