import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { takeLine } from './log.js';
import { freePort } from './program.js';
import { until } from '../until.js';

interface Line {
  instruction: string;
  text: string;
}

/** The stages of `docker/Dockerfile`, the last one being the image. */
function stages(): Line[][] {
  const text = fs
    .readFileSync('docker/Dockerfile', 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ');
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [instruction = '', ...words] = line.split(' ');
      return { instruction, text: words.join(' ').trim() };
    });
  const found: Line[][] = [];
  for (const line of lines) {
    if (line.instruction === 'FROM') found.push([]);
    found.at(-1)!.push(line);
  }
  return found;
}

const linked = (from: string, to: string) => {
  // another file system takes no links
  if (spawnSync('cp', ['-al', from, to]).status !== 0) execFileSync('cp', ['-a', from, to]);
};

/**
 * Nobody in particular, where the test may choose: what is in the image belongs to somebody else.
 */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * A container of the image, as far as there is one without an engine: its files, its environment
 * and its user.
 */
export interface Container {
  url: string;
  child: ChildProcess;
  /** how the health check ends */
  health(): number | null;
  /**
   * as an engine stops it: a signal, and ten seconds later the other one.
   * @returns with what it ended
   */
  stop(): Promise<number | NodeJS.Signals | null>;
}

/**
 * What the lines of the Dockerfile make of this checkout, in a folder of its own: the build's own
 * lines are run, but for the two that this test run has done itself (what `npm ci` installs is
 * installed, what is built is built), and the image has what is copied from there, no more. No
 * registry is asked.
 */
export class Image {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'church-image-'));
  /** where the program is */
  readonly app = path.join(this.folder, 'image');
  /** what is a volume */
  readonly data = path.join(this.folder, 'data');
  readonly lines: Line[];

  constructor() {
    fs.chmodSync(this.folder, 0o755);
    const [build, image] = stages() as [Line[], Line[]];
    this.lines = image;
    const builder = path.join(this.folder, 'build');
    fs.mkdirSync(builder);
    this.#installed(builder);
    for (const { text } of build.filter(({ instruction }) => instruction === 'RUN'))
      if (!/^npm (ci|run build)\b[^&]*$/.test(text)) this.#run(text, builder);
    for (const { text } of image.filter(({ instruction }) => instruction === 'COPY')) {
      const [, from, to] = /^--from=build \/app\/(\S+) (\S+)$/.exec(text)!;
      const target = path.join(this.app, to!.endsWith('/') ? to! + path.basename(from!) : to!);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      linked(path.join(builder, from!), target);
    }
    // as its `install` makes it
    fs.mkdirSync(this.data);
    linked(process.execPath, path.join(this.folder, 'node'));
  }

  /** What the image sets, over what an operator gives. */
  environment(given: Record<string, string>): Record<string, string> {
    const own = this.lines
      .filter(({ instruction }) => instruction === 'ENV')
      .flatMap(({ text }) => text.split(' ').map((pair) => pair.split('=') as [string, string]));
    return { PATH: process.env.PATH!, ...Object.fromEntries(own), DATA_DIR: this.data, ...given };
  }

  async start(given: Record<string, string>): Promise<Container> {
    if (nobody.uid !== undefined)
      execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, this.data]);
    const port = await freePort();
    const env = this.environment({ ...given, PORT: String(port) });
    const as = { cwd: this.app, env, ...nobody };
    const [, ...args] = this.command('CMD');
    const child = spawn(path.join(this.folder, 'node'), args, {
      ...as,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{')) takeLine(line);
    });
    createInterface(child.stderr).on('line', takeLine);
    const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
      child.once('close', (code, signal) => {
        resolve(code ?? signal);
      }),
    );
    const health = () =>
      spawnSync(path.join(this.folder, 'node'), this.command('HEALTHCHECK').slice(1), as).status;
    const stop = async () => {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
      return ended.finally(() => {
        clearTimeout(patience);
      });
    };
    const url = `http://127.0.0.1:${port}`;
    await until(() => {
      if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
      return fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    }, 'the program did not start');
    return { url, child, health, stop };
  }

  /**
   * The words of `CMD`, also of that in another line.
   * @throws where a shell would run it, which hears no signal for it
   */
  command(instruction: string): string[] {
    const { text } = this.lines.findLast((line) => line.instruction === instruction)!;
    return JSON.parse(text.slice(text.indexOf('['))) as string[];
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** As `npm ci` and `npm run build` leave it; the lock says what is installed here. */
  #installed(builder: string): void {
    for (const part of ['node_modules', 'dist', 'src', 'docker'])
      linked(part, path.join(builder, part));
    const hidden = path.join(builder, 'node_modules', '.package-lock.json');
    const lock = JSON.parse(fs.readFileSync(hidden, 'utf8')) as {
      packages: Record<string, { resolved?: string }>;
    };
    const { packages } = lock;
    // what is wanted by a tag ("latest") counts as here only where a lock says that it was fetched
    // from somewhere
    for (const entry of Object.values(packages))
      entry.resolved ??= 'https://packages.example/fetched.tgz';
    const own = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Record<
      'name' | 'version' | 'dependencies' | 'devDependencies' | 'optionalDependencies',
      unknown
    >;
    const { name, version, dependencies, devDependencies, optionalDependencies } = own;
    const root = { name, version, dependencies, devDependencies, optionalDependencies };
    fs.rmSync(hidden); // npm writes it anew: not into the one that is linked
    fs.writeFileSync(hidden, JSON.stringify(lock));
    for (const file of ['package.json', '.npmrc']) fs.copyFileSync(file, path.join(builder, file));
    fs.writeFileSync(
      path.join(builder, 'package-lock.json'),
      JSON.stringify({
        name,
        version,
        lockfileVersion: 3,
        requires: true,
        packages: { '': root, ...packages },
      }),
    );
  }

  #run(text: string, builder: string): void {
    const inherited = Object.entries(process.env).filter(
      ([variable]) => !variable.startsWith('npm_') && variable !== 'NODE_OPTIONS',
    );
    const env = {
      ...Object.fromEntries(inherited),
      npm_config_offline: 'true',
      npm_config_cache: path.join(this.folder, 'npm'),
    };
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', text], {
      cwd: builder,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${text} ended with ${status}\n${stdout}${stderr}`);
  }
}
