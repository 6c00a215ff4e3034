import { expect, it } from '@jest/globals';
import { picture } from '../../support/pictures.js';
import { describeInBrowser, open, violations } from '../support.js';

describeInBrowser('the administration of pictures', (portal) => {
  const file = async (width: number, height: number, colour: string) => ({
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: await picture(width, height, colour).png().toBuffer(),
  });

  it('can add, move, hide, rename and delete the pictures of leaders', async () => {
    const context = await portal.visit('admin@grace.test');
    const demoPictures = (await (
      await context.request.get('/api/site-images?type=leadership')
    ).json()) as {
      id: string;
    }[];
    for (const { id } of demoPictures) await context.request.delete(`/api/site-images/${id}`);
    const page = await open(context, '/admin/appearance');
    const card = page.getByRole('region', { name: 'Leadership' });
    for (const name of ['Pastor Eli', 'Elder Ruth']) {
      await card.getByRole('button', { name: 'Add person' }).click();
      await page
        .getByLabel('Picture: choose a file')
        .setInputFiles(await file(400, 500, '#6b705c'));
      await page.getByLabel('Title').fill(name);
      await page.getByLabel('Description').fill('Since 2004');
      await page.getByRole('button', { name: 'Upload Picture' }).click();
      await card.getByText(name).waitFor();
    }
    const names = () => card.getByRole('listitem').locator('p.font-medium').allInnerTexts();
    expect(await names()).toEqual(['Pastor Eli', 'Elder Ruth']);
    await card.getByRole('button', { name: 'Move Elder Ruth up' }).click();
    await card.locator('li').first().getByText('Elder Ruth').waitFor();
    await card.getByRole('switch', { name: 'Show Pastor Eli' }).click();
    await card.getByText('Not shown').waitFor();
    await card.getByRole('button', { name: 'Edit Pastor Eli' }).click();
    await page.getByLabel('Title').fill('Pastor Elias');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await card.getByText('Pastor Elias').waitFor();
    await card.getByRole('button', { name: 'Delete Elder Ruth' }).click();
    await page.getByText('“Elder Ruth” is gone from the site at once').waitFor();
    await page.getByRole('button', { name: 'Delete picture' }).click();
    await card.getByText('Elder Ruth').waitFor({ state: 'detached' });
    await page.reload({ waitUntil: 'networkidle' });
    await card.getByText('Pastor Elias').waitFor();
    expect(await names()).toEqual(['Pastor Elias']);
    await context.close();
  });

  it('can search, page, hide and delete pictures', async () => {
    const context = await portal.visit('admin@grace.test');
    const names = Array.from(
      { length: 26 },
      (_, index) => `Deacon ${String(index + 1).padStart(2, '0')}`,
    );
    const { buffer } = await file(40, 50, '#6b705c');
    for (const title of names) {
      const answer = await context.request.post('/api/site-images', {
        multipart: {
          type: 'leadership',
          title,
          image: { name: 'x.png', mimeType: 'image/png', buffer },
        },
      });
      expect(answer.status()).toBe(201);
    }
    const page = await open(context, '/admin/content?tab=site-images');
    await page.getByText('24 pictures so far').waitFor();
    expect(await page.getByText('Deacon 26', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('Deacon 26', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search pictures' }).fill('deacon 2');
    await page.getByText('7 pictures', { exact: true }).waitFor();
    expect(page.url()).toContain('q=deacon');
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Choose Deacon 20' }).check();
    await page.getByRole('button', { name: 'Select all 7' }).click();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByText('7 pictures hidden from members.').first().waitFor();
    await page.getByText('Not shown').nth(6).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(
      await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ),
    ).toBe(0);
    await page.getByRole('checkbox', { name: 'Choose Deacon 21' }).check();
    // On a phone, the actions for selected pictures are at the lower edge.
    await page.evaluate('window.scrollTo(0, 0)');
    const bar = await page.getByRole('group', { name: 'What is chosen' }).boundingBox();
    expect(bar!.y).toBeGreaterThan(500);
    expect(bar!.y + bar!.height).toBeLessThanOrEqual(700);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('1 picture shown to members.').first().waitFor();
    await page.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitemradio', { name: 'Inactive' }).click();
    await page.getByText('6 pictures', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Choose Deacon 20' }).check();
    await page.getByRole('button', { name: 'Select all 6' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete 6 pictures?' })
      .getByRole('button', { name: 'Delete 6 pictures' })
      .click();
    await page.getByText('No picture matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await page.getByText('Deacon 21', { exact: true }).waitFor();
    const remainingPictures = (await (
      await context.request.get('/api/site-images?type=leadership')
    ).json()) as {
      id: string;
      title: string;
    }[];
    expect(remainingPictures.filter(({ title }) => title.startsWith('Deacon')).length).toBe(20);
    for (const { id, title } of remainingPictures)
      if (title.startsWith('Deacon')) await context.request.delete(`/api/site-images/${id}`);
    await context.close();
  });
});
