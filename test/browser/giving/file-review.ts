import { expect } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { DonationImport, ImportRow } from '#libs/contracts';
import { goTo, type Portal } from '../support.js';

const header = 'Giver,Given,When,For,Memo,';
const columns = { email: 0, amount: 1, date: 2, campaign: 3, notes: 4 };
/** The email address of the giver in the lines that `createBankLines` makes. */
export const giverEmail = 'member@grace.test';

/**
 * Returns functions that make lines of a bank's file. Each call of `nextDay`, also by `gift`,
 * returns another day, because rows that look alike need a review.
 */
export function createBankLines() {
  let days = 0;
  const nextDay = () => new Date(Date.UTC(2018, 0, 1 + days++)).toISOString().slice(0, 10);
  const gift = (memo = '', amount = '5.00', fund = 'Missions') =>
    `${giverEmail},${amount},${nextDay()},${fund},${memo},`;
  return { nextDay, gift };
}

/** The page on which a secretary reviews the rows of a giving file. */
export class FileReview {
  readonly context: BrowserContext;
  /** the page in which rows, panels and buttons are looked up */
  page: Page;

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
  }

  /** Opens an empty page of the secretary. Removes the funds that earlier tests have chosen. */
  static async open(portal: Portal): Promise<FileReview> {
    await portal.sql('delete from import_mapping');
    const context = await portal.visit('secretary@grace.test');
    return new FileReview(context, await context.newPage());
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Uploads and reads a file with these lines, goes to its page, and returns its id. */
  async createDraft(...lines: string[]): Promise<string> {
    const file = {
      name: 'bank.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([header, ...lines, ''].join('\n')),
    };
    const { request } = this.context;
    const uploaded = await request.post('/api/admin/donation-imports', { multipart: { file } });
    const { id } = (await uploaded.json()) as DonationImport;
    const read = await request.put(`/api/admin/donation-imports/${id}/mapping`, {
      data: { columns, defaults: { paymentMethod: 'Check' }, source: null, dateStyle: 'ymd' },
    });
    expect(((await read.json()) as DonationImport).status).toBe('ready');
    await goTo(this.page, `/admin/donation-imports/${id}`);
    return id;
  }

  /** Returns the rows of a file; `query` begins with `&`. */
  async listRows(id: string, query = ''): Promise<ImportRow[]> {
    const answer = await this.context.request.get(
      `/api/admin/donation-imports/${id}/rows?limit=1000${query}`,
    );
    return (await answer.json()) as ImportRow[];
  }

  grid() {
    return this.page.getByRole('grid', { name: 'Rows of the file' });
  }

  row(number: number) {
    const checkbox = this.page.getByRole('checkbox', { name: checkboxName(number) });
    return this.grid().getByRole('row').filter({ has: checkbox });
  }

  /** Selects a row. */
  chooseRow(number: number): Promise<void> {
    return this.grid()
      .getByRole('checkbox', { name: checkboxName(number) })
      .check();
  }

  /** Returns the panel with the details of a row. */
  panel(number: number) {
    return this.page.getByRole('dialog', { name: `Row ${number}`, exact: true });
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name });
  }
}

const checkboxName = (number: number) => new RegExp(`^Choose row ${number},`);
