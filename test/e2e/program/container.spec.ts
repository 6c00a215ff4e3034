import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { Donation, Sermon, User } from '#libs/contracts';
import { clientOf, signIn, type Client } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { demoDatabase } from '../../support/demo.js';
import { Image, type Container } from '../../support/program/image.js';
import { listen } from '../../support/live.js';
import { checkLog } from '../../support/program/log.js';
import { picture, sendForm } from '../../support/pictures.js';
import { demoPassword } from '../../support/program/program.js';
import { until } from '../../support/until.js';

const packageFile = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>;

/**
 * No container engine is available for the tests. They run the program with the files, the
 * environment and the user that the Dockerfile defines.
 */
(process.platform === 'linux' ? describe : describe.skip)('the image', () => {
  let image: Image;
  let variables: Record<string, string>;
  let container: Container | undefined;
  beforeAll(async () => {
    image = new Image();
    const { appUrl, ownerUrl } = await demoDatabase(image.data);
    variables = {
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      SESSION_SECRET: 'of this container alone',
      LOG_LEVEL: 'warn',
    };
  });
  afterAll(async () => {
    await container?.stop();
    image.remove();
    checkLog();
  });
  const clientFor = (email: string): Client => {
    const { url } = container!;
    const cookie = signIn(
      clientOf(url, () => Promise.resolve(undefined)),
      email,
      demoPassword,
    );
    return clientOf(url, () => cookie);
  };

  it('contains only the files that the program needs on this platform', () => {
    const modules = path.join(image.app, 'node_modules');
    const isInstalled = (name: string) => fs.existsSync(path.join(modules, name, 'package.json'));
    expect(Object.keys(packageFile.dependencies).filter((name) => !isInstalled(name))).toEqual([]);
    // Types may be installed as dependencies of packages that the program needs.
    const unneededPackages = [
      ...Object.keys(packageFile.devDependencies),
      ...Object.keys(packageFile.optionalDependencies),
    ].filter((name) => !name.startsWith('@types/'));
    expect(unneededPackages.filter(isInstalled)).toEqual([]);
    const packages = fs.globSync('**/node_modules/{*,@*/*}/package.json', { cwd: image.app }).map(
      (file) =>
        JSON.parse(fs.readFileSync(path.join(image.app, file), 'utf8')) as {
          name: string;
          os?: string[];
          cpu?: string[];
        },
    );
    expect(packages.length).toBeGreaterThan(200);
    const isOthers = ({ os, cpu }: { os?: string[]; cpu?: string[] }) =>
      (os !== undefined && !os.includes('linux')) ||
      (cpu !== undefined && !cpu.includes(process.arch));
    expect(packages.filter(isOthers).map(({ name }) => name)).toEqual([]);
    expect(fs.readdirSync(image.app).sort()).toEqual([
      'dist',
      'node_modules',
      'package.json',
      'src',
      'third-party-notices.md',
    ]);
    expect(fs.readdirSync(path.join(image.app, 'src'))).toEqual(['start.mjs']);
  });

  it('runs as a user who owns only the data, and receives signals to stop', () => {
    const textOf = (instruction: string) =>
      image.lines.filter((line) => line.instruction === instruction).map(({ text }) => text);
    expect(textOf('USER')).toEqual(['node']);
    const volume = image.environment({}).DATA_DIR;
    expect(volume).toBe(image.data);
    const [data] = textOf('VOLUME');
    expect(textOf('ENV').join(' ')).toContain(`DATA_DIR=${data}`);
    expect(textOf('RUN')).toEqual([`install -d -o node -g node ${data}`]);
    // A volume gets its owner from the folder that exists before the volume is declared.
    const order = image.lines.map(({ instruction }) => instruction);
    expect(order.indexOf('RUN')).toBeLessThan(order.indexOf('VOLUME'));
    expect(order.indexOf('RUN')).toBeLessThan(order.indexOf('USER'));
    expect(textOf('STOPSIGNAL')).toEqual([]); // the default is SIGTERM
    expect(image.command('CMD')[0]).toBe('node');
    const { start } = (
      JSON.parse(fs.readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
    ).scripts;
    expect(image.command('CMD').join(' ')).toBe(start);
  });

  it('stops in time under load, and keeps all answered changes and uploads', async () => {
    container = await image.start(variables);
    expect(container.runHealthCheck()).toBe(0);
    const [admin, staff] = [clientFor('admin@grace.test'), clientFor('secretary@grace.test')];

    const { status, body } = await sendForm<{ imageUrl: string }>(admin, '/api/content-images', [
      ['image', await picture(1_200, 800).jpeg().toBuffer()],
    ]);
    expect(status).toBe(201);
    const audio = tone(20);
    const tus = { 'tus-resumable': '1.0.0' };
    const begin = async () => {
      const begun = await admin.send('POST', '/api/uploads', undefined, {
        ...tus,
        'upload-length': String(audio.length),
        'upload-metadata': `filename ${Buffer.from('sunday.wav').toString('base64')}`,
      });
      expect(begun.status).toBe(201);
      return begun.headers.get('location')!;
    };
    const part = (uploadPath: string, offset: number, bytes: Uint8Array, client = admin) =>
      client.send('PATCH', uploadPath, bytes, {
        ...tus,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      });
    const uploadUrl = await begin();
    expect((await part(uploadUrl, 0, audio)).status).toBe(204);
    const halfUpload = await begin();
    expect((await part(halfUpload, 0, audio.subarray(0, 50_000))).status).toBe(204);
    const sermonOf = (upload: string) => ({
      title: 'The vine',
      description: 'On staying where one grows.',
      uploadId: upload.split('/').at(-1),
      thumbnailUrl: body.imageUrl,
    });
    const sermon = (await admin.post<Sermon>('/api/sermons', sermonOf(uploadUrl))).body;
    expect(sermon).toMatchObject({
      durationMinutes: 1,
      file: { contentType: 'audio/wav', size: audio.length },
    });

    // While the program stops, a secretary records donations as fast as possible, a browser
    // receives live updates, and other connections are open without a request or with an incomplete
    // one.
    const { id: userId } = (await admin.get<User>('/api/auth/user')).body;
    const liveConnection = await listen(
      container.url,
      await signIn(
        clientOf(container.url, () => Promise.resolve(undefined)),
        'member@grace.test',
        demoPassword,
      ),
    );
    const { hostname, port } = new URL(container.url);
    const open = [
      '',
      `POST /api/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: ` +
        `application/json\r\ncontent-length: 100\r\n\r\n{`,
      'GET /health HTTP/1.1\r\nhost:',
    ].map((begun) => {
      const socket = net.connect(Number(port), hostname).on('error', () => undefined);
      socket.write(begun);
      return new Promise<void>((resolve) =>
        socket.resume().once('close', () => {
          resolve();
        }),
      );
    });
    const answered: string[] = [];
    const record = async () => {
      for (;;) {
        const gift = await staff
          .post<Donation>('/api/admin/donations', { userId, amount: '1.00', date: '2025-03-02' })
          .catch(() => null);
        if (gift?.status !== 201) return;
        answered.push(gift.body.id);
      }
    };
    const recorders = [1, 2, 3, 4].map(record);
    await until(() => answered.length > 20);
    expect(await container.stop()).toBe(0);
    await Promise.all([...recorders, ...open, liveConnection.ended]);
    expect(container.runHealthCheck()).toBe(1);

    container = await image.start(variables);
    const [adminClient, auditor] = [
      clientFor('admin@grace.test'),
      clientFor('secretary@grace.test'),
    ];
    expect((await adminClient.get(body.imageUrl)).headers.get('content-type')).toMatch(/^image\//);
    expect((await adminClient.get<Sermon>(`/api/sermons/${sermon.id}`)).body).toMatchObject({
      thumbnailUrl: body.imageUrl,
      file: { size: audio.length },
    });
    expect((await adminClient.get(sermon.audioUrl!, { range: 'bytes=0-99' })).status).toBe(206);
    expect(
      (await adminClient.send('HEAD', halfUpload, undefined, tus)).headers.get('upload-offset'),
    ).toBe('50000');
    expect((await part(halfUpload, 50_000, audio.subarray(50_000), adminClient)).status).toBe(204);
    for (const id of answered)
      expect((await auditor.get(`/api/admin/donations/${id}/history`)).status).toBe(200);
    expect(await container.stop()).toBe(0);
  });
});
