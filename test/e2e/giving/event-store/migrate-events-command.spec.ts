import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import type { DonationImport } from '#libs/contracts';
import { noStream, NotYetPublished } from '#libs/event-sourcing';
import { readConfig } from '../../../../src/ops/config.js';
import { verifyChurch } from '../../../../src/giving/index.js';
import { makeLogger } from '../../../../src/ops/logger.js';
import { createServer } from '../../../../src/server/server.js';
import type { Client } from '../../../support/app.js';
import { MoveProgram, eventsOfYear } from '../../../support/event-store/move-program.js';
import { programEnvironment, programFile } from '../../../support/program/program.js';

const program = new MoveProgram();
let church: string;
let staff: Client;
beforeAll(() => program.start());
afterAll(() => program.stop());
beforeEach(async () => {
  await program.addChurch();
  ({ church, staff } = program);
});

describe('moving a church to another event store', () => {
  it('is an operator command that verifies the books and can be run again', async () => {
    await program.move('eventstoredb', { church: await program.test.church('other') });
    await program.recordYear();
    const { appUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = program.test.database;
    const { EVENTSTORE_URL, DATA_DIR } = program.test.config;
    const cli = (...args: string[]) =>
      promisify(execFile)(process.execPath, [programFile('cli'), 'migrate-events', ...args], {
        env: programEnvironment({ DATABASE_URL, DATABASE_OWNER_URL, EVENTSTORE_URL, DATA_DIR }),
      }).then(
        ({ stdout }) => stdout.split('\n'),
        (error: unknown) => [
          (error as { stdout: string; stderr: string }).stdout,
          (error as { stderr: string }).stderr,
        ],
      );
    const { slug } = program;
    expect(await cli('--church', slug, '--to', 'eventstoredb')).toEqual([
      `Church ${slug}: 1000 events`,
      `Church ${slug}: 1217 events are in EventStoreDB now, each compared`,
      `Church ${slug}`,
      '  1217 events in 7 journal entries; 1206 donations stand, together $724,843.51',
      '  Every hash is right, and every total is the sum of its donations.',
      'verify: all is well',
      '',
    ]);
    expect(await cli('--church', slug, '--to', 'eventstoredb')).toContain(
      `Church ${slug} is in EventStoreDB already`,
    );
    const withoutStore = await createServer(
      readConfig({ DATA_DIR }),
      program.test.db,
      makeLogger('silent'),
    );
    await expect(withoutStore.init()).rejects.toThrow('EVENTSTORE_URL must say where that is.');
    await withoutStore.close();
    expect((await cli('--to', 'nowhere')).join()).toContain('--to postgres or --to eventstoredb');
    expect(await cli('--to', 'postgres')).toEqual(
      expect.arrayContaining([
        `Church ${slug}: 1217 events are in PostgreSQL now, each compared`,
        'verify: all is well',
      ]),
    );
    const answer = await staff.get<DonationImport[]>('/api/admin/donation-imports');
    expect(answer.body.map(({ status }) => status).sort()).toEqual(['committed', 'undone']);
  });

  it('includes events that were not projected yet, while the application is stopped', async () => {
    await program.recordYear();
    await program.move('eventstoredb');
    await program.test.app.close();
    const id = newId();
    const [donation] = await program.test.database.asSuperuser<{
      donorId: string;
      campaignId: string;
    }>(
      `select donor_id as "donorId", campaign_id as "campaignId"
         from donation_version
        where organization_id = $1
        limit 1`,
      [church],
    );
    const gift = {
      ...donation,
      amount: 99,
      currency: 'USD',
      date: '2025-01-01',
      paymentMethod: 'Cash',
      fundraiserId: null,
    };
    const event = {
      id: newId(),
      type: 'DonationRecorded',
      version: 1,
      data: JSON.stringify({ donationId: id, gift, importId: null }),
      metadata: '{"actor":null}',
    };
    await expect(
      program.stores.stores.eventstoredb!.append(church, `${church}.donation-${id}`, noStream, [
        event,
      ]),
    ).rejects.toThrow(NotYetPublished);
    expect(await program.move('postgres')).toBe(eventsOfYear + 1);
    expect(await verifyChurch(program.test.db, program.stores, program.church)).toMatchObject({
      problems: [],
      donations: 1_207,
      entries: 8,
    });
    await program.restart();
  });
});
