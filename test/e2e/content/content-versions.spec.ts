import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Client, TestApp } from '../../support/app.js';
import { startContentChurch } from '../../support/content/content-church.js';
import { contentKinds } from '../../support/content/content-kinds.js';

let app: TestApp;
let admin: Client;
let member: Client;
beforeAll(async () => {
  const church = await startContentChurch();
  ({ app, admin, member } = church);
  await app.person(church.grace, {
    email: 'samuel@grace.test',
    role: 'admin',
    firstName: 'Samuel',
    lastName: 'Ortiz',
  });
});
afterAll(() => app.close());

interface Item {
  id: string;
  version: number;
  title: string;
  isActive: boolean;
}

const kinds = [
  ...Object.values(contentKinds).map(({ path, minimalBody }) => ({ path, minimalBody })),
  {
    path: '/api/events',
    minimalBody: {
      title: 'Choir practice',
      description: 'Every voice is welcome.',
      date: '2030-05-05T18:00',
      location: 'Room 2',
    },
  },
];

const headersFor = (version: number | string | undefined): Record<string, string> =>
  version === undefined ? {} : { 'if-match': `"${version}"` };

describe.each(kinds)('$path, edited twice', ({ path, minimalBody }) => {
  const samuel = () => app.as('samuel@grace.test');
  const add = async () => (await admin.post<Item>(path, minimalBody)).body;
  /** Sends a form with another title. Announcements accept single fields, the others need all. */
  const save = (
    client: Client,
    id: string,
    title: string,
    version?: number | string,
  ): Promise<Answer<Item>> =>
    path === '/api/announcements'
      ? client.patch(`${path}/${id}`, { title }, headersFor(version))
      : client.put(`${path}/${id}`, { ...minimalBody, title }, headersFor(version));
  const readItem = async (id: string) =>
    (await admin.get<Item[]>(path)).body.find((item) => item.id === id);

  /** Saves a change of Samuel, and then one of Ann that has not seen his. */
  const saveTwice = async () => {
    const { id, version } = await add();
    expect(version).toBe(1);
    const first = await save(samuel(), id, 'The title of Samuel', 1);
    const second = await save(admin, id, 'The title of Ann', 1);
    return { id, first, second };
  };

  it('refuses the second change with the name of the first user and the saved item', async () => {
    const { first, second } = await saveTwice();
    expect(second).toMatchObject({ status: 409, body: { code: 'stale', current: first.body } });
    expect((second.body as unknown as { message: string }).message).toMatch(
      /^Samuel Ortiz has saved this .+ since you opened it\. Your change was not made\.$/,
    );
  });

  it('keeps the first change, and then accepts one that names its version', async () => {
    const { id, first } = await saveTwice();
    expect(first).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await readItem(id)).toEqual(first.body);
    const third = await save(admin, id, 'The title of Ann', 2);
    expect(third).toMatchObject({ status: 200, body: { title: 'The title of Ann', version: 3 } });
  });

  it('says that it was the user if both changes are by the same user', async () => {
    const { id } = await add();
    await save(admin, id, 'From the first window', 1);
    const answer = await save(admin, id, 'From the second window', 1);
    expect(answer.body).toMatchObject({
      message: expect.stringMatching(/^You have saved this .+ since you opened it\./),
    });
  });

  it('keeps the last change if the requests name no version', async () => {
    const { id } = await add();
    await save(samuel(), id, 'The title of Samuel');
    await save(admin, id, 'The title of Ann');
    expect(await readItem(id)).toMatchObject({ title: 'The title of Ann', version: 3 });
  });

  it('is not deleted after a change that the user has not seen', async () => {
    const { id } = await add();
    await save(samuel(), id, 'The title of Samuel', 1);
    const remove = (version: number) =>
      admin.delete(`${path}/${id}`, undefined, headersFor(version));
    expect((await remove(1)).status).toBe(409);
    expect(await readItem(id)).toMatchObject({ title: 'The title of Samuel' });
    expect((await remove(2)).status).toBe(204);
    expect(await readItem(id)).toBeUndefined();
  });

  it('has a new version after it is hidden, but not after it is hidden again', async () => {
    const { id } = await add();
    const hide = () => samuel().post(`${path}/bulk`, { ids: [id], act: 'hide' });
    await hide();
    await hide();
    expect(await readItem(id)).toMatchObject({ isActive: false, version: 2 });
    expect((await save(admin, id, 'Shown again', 1)).status).toBe(409);
  });

  it('refuses a header that is no version, and a member, before it compares versions', async () => {
    const { id } = await add();
    expect(await save(admin, id, 'The title of Ann', 'new')).toMatchObject({
      status: 400,
      body: { message: 'If-Match must be the version of the item, such as "3".' },
    });
    expect((await save(member, id, 'The title of a member', 7)).status).toBe(403);
  });

  it('loses no change without a message in 25 rounds of simultaneous changes', async () => {
    const { id } = await add();
    for (let round = 1; round <= 25; round++) {
      const answers = await Promise.all([
        save(admin, id, `Ann in round ${round}`, round),
        save(samuel(), id, `Samuel in round ${round}`, round),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers.find(({ status }) => status === 200)!.body;
      expect(await readItem(id)).toEqual(winner);
      expect(winner.version).toBe(round + 1);
    }
  });
});
