import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sermon } from '#libs/contracts';
import { password, startApp, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { signIn, startProgram, type Program } from '../../support/program/program.js';
import { S3Double } from '../../support/doubles/s3.js';

const tus = { 'tus-resumable': '1.0.0' };
const audio = tone(700);
/** the same length and kind, and another byte at every place after the header */
const other = audio.map((byte, at) => (at < 44 ? byte : byte ^ 1));
const half = 3 * 1024 * 1024;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(['the disk', 'S3'])('two processes that store files on %s', (place) => {
  let test: TestApp;
  let s3: S3Double | null;
  let env: Record<string, string>;
  let one: Program;
  let two: Program;
  let admin: Awaited<ReturnType<typeof signIn>>;
  let cookie: string;
  beforeAll(async () => {
    s3 = place === 'S3' ? await S3Double.start() : null;
    test = await startApp();
    await test.person(await test.church('grace'), { email: 'admin@grace.test', role: 'admin' });
    env = {
      DATABASE_URL: test.database.appUrl,
      DATABASE_OWNER_URL: test.database.ownerUrl,
      SESSION_SECRET: randomBytes(16).toString('hex'),
      ...s3?.env,
    };
    await test.app.close(); // the programs do the work from here on
    [one, two] = await Promise.all([
      startProgram(test.config.DATA_DIR, env),
      startProgram(test.config.DATA_DIR, env),
    ]);
    admin = await signIn(one.url, 'admin@grace.test', password);
    const answer = await fetch(`${one.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@grace.test', password }),
    });
    cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  });
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()]);
    await test.close();
    await s3?.away();
  });

  const locks = async () =>
    (
      await test.database.asSuperuser<{ locks: number }>(
        'select count(*)::int as locks from upload_lock',
      )
    )[0]!.locks;
  /**
   * Until what was sent of an upload has come: on the disk it is seen; on its way to a bucket it
   * waits in memory, where nobody sees it.
   */
  const arrived = async (at: string, length: number) => {
    if (place === 'the disk') {
      const file = path.join(test.config.DATA_DIR, 'files', at.split('/').at(-1)!);
      while ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) < length) await pause(20);
    } else {
      while ((await locks()) === 0) await pause(20);
      await pause(1_000);
    }
  };
  const begin = async () =>
    (
      await admin('/api/uploads', {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(audio.length) },
      })
    ).headers.get('location')!;
  /**
   * A part as a slow line brings it: the request, and its answer's status once there is one; 0
   * where there is none.
   */
  const send = (program: Program, at: string, offset: number, length: number) => {
    const request = http.request(program.url + at, {
      method: 'PATCH',
      agent: false,
      headers: {
        ...tus,
        cookie,
        'upload-offset': offset,
        'content-type': 'application/offset+octet-stream',
        'content-length': length,
      },
    });
    const status = new Promise<number>((resolve) => {
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      request.on('error', () => resolve(0));
      request.on('close', () => resolve(0));
    });
    return { request, status };
  };
  const stateAt = async (program: Program, at: string) => {
    const answer = await admin(at, { method: 'HEAD', headers: tus }, program.url);
    return { status: answer.status, offset: Number(answer.headers.get('upload-offset')) };
  };
  const rest = async (program: Program, at: string, offset: number) =>
    (
      await admin(
        at,
        {
          method: 'PATCH',
          body: audio.subarray(offset),
          headers: {
            ...tus,
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
        },
        program.url,
      )
    ).status;
  /** what is kept of it in the end */
  const whole = async (at: string) => {
    const made = await admin('/api/sermons', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'The vine',
        description: 'On staying where one grows.',
        uploadId: at.split('/').at(-1),
      }),
    });
    const { audioUrl } = (await made.json()) as Sermon;
    return Buffer.from(await (await admin(audioUrl!)).arrayBuffer());
  };

  it('continue an upload that was interrupted at the other one', async () => {
    const at = await begin();
    const { request, status } = send(one, at, 0, audio.length);
    request.write(audio.subarray(0, half));
    await arrived(at, half);
    request.destroy();
    expect(await status).toBe(0);
    const { offset } = await stateAt(two, at);
    expect(offset).toBe(half);
    expect(await rest(two, at, offset)).toBe(204);
    expect(Buffer.compare(await whole(at), audio)).toBe(0);
  });

  it('continue an upload in one process while its connection to the other hangs', async () => {
    const at = await begin();
    const { request } = send(one, at, 0, audio.length);
    request.write(audio.subarray(0, half));
    await arrived(at, half);
    expect(await stateAt(two, at)).toEqual({ status: 200, offset: half });
    request.end(other.subarray(half));
    expect(await rest(two, at, half)).toBe(204);
    await pause(300);
    expect(Buffer.compare(await whole(at), audio)).toBe(0);
  });

  it('accept only one of two connections that send at the same time', async () => {
    for (let n = 0; n < 4; n++) {
      const at = await begin();
      const [first, second] = [send(one, at, 0, audio.length), send(two, at, 0, audio.length)];
      const pieces = 8;
      for (let piece = 0; piece < pieces; piece++) {
        const from = Math.floor((audio.length * piece) / pieces);
        const to = Math.floor((audio.length * (piece + 1)) / pieces);
        first.request.write(audio.subarray(from, to));
        second.request.write(other.subarray(from, to));
        await pause(20 * n);
      }
      first.request.end();
      second.request.end();
      const statuses = await Promise.all([first.status, second.status]);
      expect(statuses.sort()).toEqual([204, expect.any(Number)]);
      expect([404, 409]).toContain(statuses[1]); // the other is finished, or further
      const kept = await whole(at);
      expect([audio, other].some((bytes) => Buffer.compare(kept, bytes) === 0)).toBe(true);
    }
  });

  it('occupy no database connections during many slow uploads', async () => {
    const slow = await Promise.all(
      Array.from({ length: 30 }, async () => send(one, await begin(), 0, audio.length)),
    );
    for (const { request } of slow) request.write(audio.subarray(0, 1_000));
    while ((await locks()) < 30) await pause(50);
    expect((await admin('/api/sermons')).status).toBe(200);
    for (const { request } of slow) request.destroy();
  });

  it('take over from a process that was killed', async () => {
    const killed = await startProgram(test.config.DATA_DIR, env);
    const at = await begin();
    const { request } = send(killed, at, 0, audio.length);
    request.write(audio.subarray(0, half));
    await arrived(at, half);
    await killed.kill();
    const { status, offset } = await stateAt(two, at);
    expect(status).toBe(200);
    // in a bucket what was not 5 MB yet was in its memory
    expect(offset).toBe(place === 'S3' ? 0 : half);
    expect(await rest(two, at, offset)).toBe(204);
    const next = await startProgram(test.config.DATA_DIR, env);
    expect((await admin(`/api/uploads`, undefined, next.url)).status).toBe(200);
    await next.stop();
  });
});
