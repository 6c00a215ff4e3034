import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sermon, Storage } from '#libs/contracts';
import { Sweeper } from '../../../src/ops/sweeper.js';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { expectInLog } from '../../support/program/log.js';
import { S3Double } from '../../support/doubles/s3.js';
import { until } from '../../support/until.js';

expectInLog(/the file storage (cannot be reached|refuses the program)/);

const mib = 1024 * 1024;
let s3: S3Double;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  s3 = await S3Double.start();
  app = await startApp({ env: s3.env });
  const grace = await app.church('grace');
  for (const role of ['admin', 'pastor'] as const)
    await app.person(grace, { email: `${role}@grace.test`, role });
  admin = app.as('admin@grace.test');
});
const resetS3 = () =>
  void Object.assign(s3, { isBroken: false, losesAnswer: null, breaksAfter: null, then: true });
afterEach(resetS3);
afterAll(async () => {
  await app.close();
  await s3.away();
});

const tus = { 'tus-resumable': '1.0.0' };
const begin = async (length: number) =>
  (
    await admin.send('POST', '/api/uploads', undefined, { ...tus, 'upload-length': String(length) })
  ).headers.get('location')!;
const part = (uploadUrl: string, offset: number, bytes: Uint8Array) =>
  admin.send<{ message: string; code: string }>('PATCH', uploadUrl, bytes, {
    ...tus,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  });
const stateOf = async (uploadUrl: string) => {
  const { status, headers } = await admin.send('HEAD', uploadUrl, undefined, tus);
  return { status, offset: Number(headers.get('upload-offset')) };
};
const idOf = (uploadUrl: string) => uploadUrl.split('/').at(-1)!;
const room = async () => (await admin.get<Storage>('/api/uploads')).body.used;
const nameIt = (id: string) =>
  admin.post<Sermon>('/api/sermons', {
    title: 'The vine',
    description: 'On staying where one grows.',
    uploadId: id,
  });
/** A file a little longer than 12 MiB, which S3 receives in three parts. */
const longAudio = tone(1_580);

/**
 * Sends the rest of a file as a client does: from the offset that the server reports, and again
 * after each failure.
 */
async function goOn(uploadUrl: string, bytes: Uint8Array, piece: number): Promise<number[]> {
  const failures: number[] = [];
  for (let { offset } = await stateOf(uploadUrl); offset < bytes.length;) {
    const answer = await part(uploadUrl, offset, bytes.subarray(offset, offset + piece)).catch(
      () => ({
        status: 0,
      }),
    );
    if (answer.status !== 204) failures.push(answer.status);
    s3.isBroken = false;
    const state = await stateOf(uploadUrl);
    if (state.status === 404) break;
    offset = state.offset;
  }
  return failures;
}
const isWhole = (id: string, bytes: Uint8Array) =>
  Buffer.compare(s3.objects.get(id)?.bytes ?? Buffer.alloc(0), bytes) === 0;

describe('an upload to S3', () => {
  it.each([[700_001], [4 * mib], [5 * mib + 1], [20 * mib]])(
    'in pieces of %d bytes becomes the same file, and leaves no parts in the bucket',
    async (piece) => {
      const uploadUrl = await begin(longAudio.length);
      const before = s3.calls.length;
      expect(await goOn(uploadUrl, longAudio, piece)).toEqual([]);
      expect(isWhole(idOf(uploadUrl), longAudio)).toBe(true);
      expect(
        [...s3.objects.keys()].filter((key) => key.startsWith(idOf(uploadUrl))).sort(),
      ).toEqual([idOf(uploadUrl), `${idOf(uploadUrl)}.info`]);
      expect(s3.uploads.size).toBe(0);
      expect(s3.calls.slice(before).filter((call) => call.startsWith('UploadPart'))).toHaveLength(
        3,
      );
      expect((await nameIt(idOf(uploadUrl))).body.file).toMatchObject({
        size: longAudio.length,
        durationSeconds: 1_580,
      });
      const end = await admin.get(`/api/files/${idOf(uploadUrl)}`, {
        range: 'bytes=12000000-12000009',
      });
      expect([end.status, end.headers.get('content-range')]).toEqual([
        206,
        `bytes 12000000-12000009/${longAudio.length}`,
      ]);
    },
  );

  it.each([
    'UploadPart',
    'PutObject',
    'CompleteMultipartUpload',
    'ListParts',
    'GetObject',
    'HeadObject',
  ])('continues without losing or repeating bytes if S3 fails at %s', async (call) => {
    const short = tone(700); // S3 receives this file as one full part and a rest.
    for (const trouble of [
      { isBroken: new RegExp(call) },
      { losesAnswer: new RegExp(call) },
      { breaksAfter: new RegExp(call) },
    ]) {
      const uploadUrl = await begin(short.length);
      expect((await part(uploadUrl, 0, short.subarray(0, 3 * mib))).status).toBe(204);
      Object.assign(s3, trouble);
      const answer = await part(uploadUrl, 3 * mib, short.subarray(3 * mib, 5.2 * mib));
      expect([204, 503]).toContain(answer.status);
      if (answer.status === 503)
        expect(JSON.parse(answer.text)).toEqual({
          message:
            'The file storage cannot be reached at this moment. Files that were saved are ' +
            'not lost. Please try again in a minute.',
          code: 'files-away',
        });
      resetS3();
      const { offset } = await stateOf(uploadUrl);
      expect(offset).toBeGreaterThanOrEqual(3 * mib);
      Object.assign(s3, trouble);
      await goOn(uploadUrl, short, 20 * mib);
      resetS3();
      expect(await goOn(uploadUrl, short, 20 * mib)).toEqual([]);
      expect({ call, trouble, whole: isWhole(idOf(uploadUrl), short) }).toEqual({
        call,
        trouble,
        whole: true,
      });
      expect((await nameIt(idOf(uploadUrl))).status).toBe(201);
    }
  });

  it.each([true, /GetObject/] as const)(
    'that is whole but could not be looked at (%s) is neither refused nor lost: whoever asks ' +
      'again finds it finished',
    async (broken) => {
      const uploadUrl = await begin(longAudio.length);
      Object.assign(s3, { breaksAfter: /CompleteMultipartUpload/, then: broken });
      expect(await part(uploadUrl, 0, longAudio)).toMatchObject({ status: 503 });
      expect((await nameIt(idOf(uploadUrl))).status).toBe(400);
      expect((await stateOf(uploadUrl)).status).toBe(503);
      s3.isBroken = false;
      expect(await stateOf(uploadUrl)).toEqual({ status: 200, offset: longAudio.length });
      expect((await nameIt(idOf(uploadUrl))).status).toBe(201);
    },
  );

  it('is deleted with its parts if nobody continues it', async () => {
    const uploadUrl = await begin(longAudio.length);
    await part(uploadUrl, 0, longAudio.subarray(0, 6 * mib));
    await part(uploadUrl, 6 * mib, longAudio.subarray(6 * mib, 7 * mib));
    expect([...s3.objects.keys()]).toContain(`${idOf(uploadUrl)}.part`);
    expect(s3.uploads.size).toBe(1);
    await app.database.asSuperuser(
      `update content_file set created_at = now() - interval '25 hours' where id = $1`,
      [idOf(uploadUrl)],
    );
    const sweeper = app.app.get(Sweeper, { strict: false });
    const sweep = () => until(() => sweeper.sweep()); // null if another sweep runs
    s3.isBroken = true;
    expect((await sweep()).content_file).toBe(0);
    s3.isBroken = false;
    expect((await sweep()).content_file).toBe(1);
    expect([...s3.objects.keys()].filter((key) => key.startsWith(idOf(uploadUrl)))).toEqual([]);
    expect(s3.uploads.size).toBe(0);
  });
});

describe('while S3 cannot be reached', () => {
  const sentence = {
    status: 503,
    body: {
      code: 'files-away',
      message:
        'The file storage cannot be reached at this moment. Files that were saved are not ' +
        'lost. Please try again in a minute.',
    },
  };

  it('requests that need S3 fail with a readable message, and all others succeed', async () => {
    const coming = await begin(20_044);
    const audio = tone(2);
    const uploadUrl = await begin(audio.length);
    await part(uploadUrl, 0, audio);
    const { body: sermon } = await nameIt(idOf(uploadUrl));
    const used = await room();
    await s3.away();
    try {
      expect(await admin.get(sermon.audioUrl!)).toMatchObject(sentence);
      expect(await admin.get(sermon.audioUrl!, { range: 'bytes=0-9' })).toMatchObject(sentence);
      const posted = await admin.send('POST', '/api/uploads', undefined, {
        ...tus,
        'upload-length': '5000',
      });
      expect([posted.status, posted.text]).toEqual([
        503,
        JSON.stringify({ message: sentence.body.message, code: 'files-away' }),
      ]);
      expect((await part(coming, 0, audio.subarray(0, 1_000))).status).toBe(503);
      expect((await admin.send('DELETE', coming, undefined, tus)).status).toBe(503);
      const form = new FormData();
      form.set('title', 'Iron');
      form.set('audioFile', new Blob([tone(1)]), 'iron.wav');
      const response = await fetch(`${app.url}/api/brothers-in-christ`, {
        method: 'POST',
        body: form,
        headers: { cookie: await app.cookieOf('pastor@grace.test') },
      });
      expect([response.status, await response.json()]).toEqual([503, sentence.body]);
      expect((await admin.get('/api/sermons')).status).toBe(200);
      expect(await room()).toBe(used);
    } finally {
      await s3.back();
    }
    expect((await admin.get(sermon.audioUrl!)).status).toBe(200);
    expect(await stateOf(coming)).toEqual({ status: 200, offset: 0 });
    expect((await admin.send('DELETE', coming, undefined, tus)).status).toBe(204);
  });

  it('the answer says that trying again does not help if S3 rejects the key', async () => {
    const stranger = await startApp({
      env: { FILES_URL: s3.env.FILES_URL!.replace('AKIADOUBLE', 'AKIASOMEBODY') },
    });
    await stranger.person(await stranger.church('grace'), {
      email: 'admin@grace.test',
      role: 'admin',
    });
    const answer = await stranger
      .as('admin@grace.test')
      .send('POST', '/api/uploads', undefined, { ...tus, 'upload-length': '5000' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      503,
      {
        code: 'files-refused',
        message:
          'The file storage refuses the files of this portal. Trying again does not help: ' +
          'please tell the person who runs the portal.',
      },
    ]);
    await stranger.close();
  });
});
