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
/** The same length and type, with another byte at every place after the header. */
const other = audio.map((byte, index) => (index < 44 ? byte : byte ^ 1));
const halfSize = 3 * 1024 * 1024;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(['the disk', 'S3'])('two processes that store files on %s', (place) => {
  let test: TestApp;
  let s3: S3Double | null;
  let env: Record<string, string>;
  let firstProgram: Program;
  let secondProgram: Program;
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
    await test.app.close(); // Only the two programs do the work from now on.
    [firstProgram, secondProgram] = await Promise.all([
      startProgram(test.config.DATA_DIR, env),
      startProgram(test.config.DATA_DIR, env),
    ]);
    admin = await signIn(firstProgram.url, 'admin@grace.test', password);
    const answer = await fetch(`${firstProgram.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@grace.test', password }),
    });
    cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  });
  afterAll(async () => {
    await Promise.all([firstProgram.stop(), secondProgram.stop()]);
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
   * Waits until the sent bytes of an upload have arrived. On the disk they are visible. Bytes for a
   * bucket wait in memory, so the test only waits for a while.
   */
  const arrived = async (uploadPath: string, length: number) => {
    if (place === 'the disk') {
      const file = path.join(test.config.DATA_DIR, 'files', uploadPath.split('/').at(-1)!);
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
   * Sends a part over a slow connection. Returns the request, and a promise of the status of the
   * answer, which is 0 if there is none.
   */
  const send = (program: Program, uploadPath: string, offset: number, length: number) => {
    const request = http.request(program.url + uploadPath, {
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
  const stateAt = async (program: Program, uploadPath: string) => {
    const answer = await admin(uploadPath, { method: 'HEAD', headers: tus }, program.url);
    return { status: answer.status, offset: Number(answer.headers.get('upload-offset')) };
  };
  const sendRest = async (program: Program, uploadPath: string, offset: number) =>
    (
      await admin(
        uploadPath,
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
  /** Returns the bytes that are stored in the end. */
  const readStoredBytes = async (uploadPath: string) => {
    const created = await admin('/api/sermons', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'The vine',
        description: 'On staying where one grows.',
        uploadId: uploadPath.split('/').at(-1),
      }),
    });
    const { audioUrl } = (await created.json()) as Sermon;
    return Buffer.from(await (await admin(audioUrl!)).arrayBuffer());
  };

  it('continue an upload that was interrupted in the other process', async () => {
    const uploadUrl = await begin();
    const { request, status } = send(firstProgram, uploadUrl, 0, audio.length);
    request.write(audio.subarray(0, halfSize));
    await arrived(uploadUrl, halfSize);
    request.destroy();
    expect(await status).toBe(0);
    const { offset } = await stateAt(secondProgram, uploadUrl);
    expect(offset).toBe(halfSize);
    expect(await sendRest(secondProgram, uploadUrl, offset)).toBe(204);
    expect(Buffer.compare(await readStoredBytes(uploadUrl), audio)).toBe(0);
  });

  it('continue an upload in one process while its connection to the other hangs', async () => {
    const uploadUrl = await begin();
    const { request } = send(firstProgram, uploadUrl, 0, audio.length);
    request.write(audio.subarray(0, halfSize));
    await arrived(uploadUrl, halfSize);
    expect(await stateAt(secondProgram, uploadUrl)).toEqual({ status: 200, offset: halfSize });
    request.end(other.subarray(halfSize));
    expect(await sendRest(secondProgram, uploadUrl, halfSize)).toBe(204);
    await pause(300);
    expect(Buffer.compare(await readStoredBytes(uploadUrl), audio)).toBe(0);
  });

  it('store the data of only one of two simultaneous requests', async () => {
    for (let n = 0; n < 4; n++) {
      const uploadUrl = await begin();
      const [first, second] = [
        send(firstProgram, uploadUrl, 0, audio.length),
        send(secondProgram, uploadUrl, 0, audio.length),
      ];
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
      expect([404, 409]).toContain(statuses[1]); // complete, or at a greater offset
      const wholeFile = await readStoredBytes(uploadUrl);
      expect([audio, other].some((bytes) => Buffer.compare(wholeFile, bytes) === 0)).toBe(true);
    }
  });

  it('need no database connections during many slow uploads', async () => {
    const slow = await Promise.all(
      Array.from({ length: 30 }, async () => send(firstProgram, await begin(), 0, audio.length)),
    );
    for (const { request } of slow) request.write(audio.subarray(0, 1_000));
    while ((await locks()) < 30) await pause(50);
    expect((await admin('/api/sermons')).status).toBe(200);
    for (const { request } of slow) request.destroy();
  });

  it('continue the upload of a process that was killed', async () => {
    const killed = await startProgram(test.config.DATA_DIR, env);
    const uploadUrl = await begin();
    const { request } = send(killed, uploadUrl, 0, audio.length);
    request.write(audio.subarray(0, halfSize));
    await arrived(uploadUrl, halfSize);
    await killed.kill();
    const { status, offset } = await stateAt(secondProgram, uploadUrl);
    expect(status).toBe(200);
    // The bucket does not have these bytes, because less than 5 MB wait in the memory of the
    // process.
    expect(offset).toBe(place === 'S3' ? 0 : halfSize);
    expect(await sendRest(secondProgram, uploadUrl, offset)).toBe(204);
    const next = await startProgram(test.config.DATA_DIR, env);
    expect((await admin(`/api/uploads`, undefined, next.url)).status).toBe(200);
    await next.stop();
  });
});
