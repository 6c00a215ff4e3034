import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { Database } from '#libs/database';
import { lockChurch } from '#libs/event-sourcing';
import type { DonationImport, ErrorBody } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { settled, template, upload } from '../../support/imports.js';
import { expectInLog } from '../../support/program/log.js';

expectInLog(/"message":"the job queue failed"/); // also waits for a connection

describe('the program while a long import locks a church', () => {
  let test: TestApp;
  let church: string;
  let staff: Client;
  let hannah: string;
  beforeAll(async () => {
    test = await startApp({ poolSize: 3, patience: 200 });
    church = await test.church('grace');
    await test.person(church, { email: 'office@grace.test', role: 'secretary' });
    hannah = (await test.person(church, { email: 'hannah@grace.test' })).id;
    staff = test.as('office@grace.test');
  });
  afterAll(() => test.close());

  const give = () =>
    staff.post<ErrorBody>('/api/admin/donations', {
      userId: hannah,
      amount: 5,
      date: '2025-01-01',
    });

  it('answers changes with 503, records nothing, and answers reads as usual', async () => {
    await give();
    const holder = await Database.connect(test.database.appUrl, [], 1);
    const release = new EventEmitter();
    const held = new Promise<void>((isHeld, failed) => {
      holder
        .tenant(church, async (tx) => {
          await lockChurch(tx, church);
          isHeld();
          await once(release, 'now');
        })
        .catch(failed);
    });
    await held;
    try {
      const before = await test.events(church);
      const answers = await Promise.all(Array.from({ length: 7 }, give));
      const totals = await staff.get('/api/admin/donations/summary');
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 503));
      expect(answers.every(({ headers }) => headers.get('retry-after') === '10')).toBe(true);
      // Some requests wait for a connection until their time is over, and never reach the lock.
      expect(answers.map(({ body }) => body.message)).toContainEqual(
        expect.stringMatching(
          /^A long piece of work, such as an import, .* Nothing of yours was saved yet/,
        ),
      );
      expect(totals.status).toBe(200);
      expect(await test.events(church)).toBe(before);
    } finally {
      release.emit('now');
      await holder.close();
    }
    expect((await give()).status).toBe(201);
  });

  it('completes the import even if more users write than there are connections', async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, n) => `hannah@grace.test,${n + 1}.25,Cash,2024-05-05,,`,
    );
    const { body } = await upload(staff, template(...rows));
    const writers = staff
      .post<DonationImport>(`/api/admin/donation-imports/${body.id}/commit`)
      .then(() => Promise.all(Array.from({ length: 12 }, give)));
    const answers = await writers;
    expect(await settled(staff, body.id)).toMatchObject({ status: 'committed' });
    expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
    const recorded = 2 + answers.filter(({ status }) => status === 201).length;
    expect(
      (await staff.get<{ records: number }>('/api/admin/donations/summary')).body.records,
    ).toBe(12_000 + recorded);
  });
});
