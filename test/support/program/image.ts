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

/** Returns the stages of `docker/Dockerfile`. The last one is the image. */
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
  const linesOfStages: Line[][] = [];
  for (const line of lines) {
    if (line.instruction === 'FROM') linesOfStages.push([]);
    linesOfStages.at(-1)!.push(line);
  }
  return linesOfStages;
}

const linked = (from: string, to: string) => {
  // Another file system does not support these links.
  if (spawnSync('cp', ['-al', from, to]).status !== 0) execFileSync('cp', ['-a', from, to]);
};

/**
 * A user without rights, if the test may choose one: the files of the image belong to another user.
 */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A container of the image without a container engine: its files, environment and user. */
export interface Container {
  url: string;
  child: ChildProcess;
  /** Runs the health check and returns its exit code. */
  runHealthCheck(): number | null;
  /**
   * Stops the container as an engine does: a signal, and after ten seconds another one.
   * @returns the exit code or the signal
   */
  stop(): Promise<number | NodeJS.Signals | null>;
}

/**
 * Builds the image from this checkout in a folder. Runs the commands of the Dockerfile, except
 * those that this test run has done already (`npm ci` and the build), and copies only what the
 * Dockerfile copies. Uses no registry.
 */
export class Image {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'church-image-'));
  /** the folder of the program */
  readonly app = path.join(this.folder, 'image');
  /** the folder of the volume */
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
    // Creates the folder as `install` in the Dockerfile does.
    fs.mkdirSync(this.data);
    linked(process.execPath, path.join(this.folder, 'node'));
  }

  /** Returns the environment of the image together with the operator's variables. */
  environment(variables: Record<string, string>): Record<string, string> {
    const environmentEntries = this.lines
      .filter(({ instruction }) => instruction === 'ENV')
      .flatMap(({ text }) => text.split(' ').map((pair) => pair.split('=') as [string, string]));
    return {
      PATH: process.env.PATH!,
      ...Object.fromEntries(environmentEntries),
      DATA_DIR: this.data,
      ...variables,
    };
  }

  async start(variables: Record<string, string>): Promise<Container> {
    if (nobody.uid !== undefined)
      execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, this.data]);
    const port = await freePort();
    const env = this.environment({ ...variables, PORT: String(port) });
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
    const exitCode = new Promise<number | NodeJS.Signals | null>((resolve) =>
      child.once('close', (code, signal) => {
        resolve(code ?? signal);
      }),
    );
    const runHealthCheck = () =>
      spawnSync(path.join(this.folder, 'node'), this.command('HEALTHCHECK').slice(1), as).status;
    const stop = async () => {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
      return exitCode.finally(() => {
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
    return { url, child, runHealthCheck, stop };
  }

  /**
   * Returns the words of `CMD`, or of the `CMD` in another instruction.
   * @throws Error if a shell would run it, which receives no signals
   */
  command(instruction: string): string[] {
    const { text } = this.lines.findLast((line) => line.instruction === instruction)!;
    return JSON.parse(text.slice(text.indexOf('['))) as string[];
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** Creates the result of `npm ci` and `npm run build`, according to the lock file. */
  #installed(builder: string): void {
    for (const part of ['node_modules', 'dist', 'src', 'docker'])
      linked(part, path.join(builder, part));
    const hidden = path.join(builder, 'node_modules', '.package-lock.json');
    const lock = JSON.parse(fs.readFileSync(hidden, 'utf8')) as {
      packages: Record<string, { resolved?: string }>;
    };
    const { packages } = lock;
    // A package that is wanted by a tag ("latest") counts as installed only with a source in a lock
    // file.
    for (const entry of Object.values(packages))
      entry.resolved ??= 'https://packages.example/fetched.tgz';
    const packageFile = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Record<
      'name' | 'version' | 'dependencies' | 'devDependencies' | 'optionalDependencies',
      unknown
    >;
    const { name, version, dependencies, devDependencies, optionalDependencies } = packageFile;
    const root = { name, version, dependencies, devDependencies, optionalDependencies };
    fs.rmSync(hidden); // Otherwise npm would write into the linked file.
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
    const inheritedVariables = Object.entries(process.env).filter(
      ([variable]) => !variable.startsWith('npm_') && variable !== 'NODE_OPTIONS',
    );
    const env = {
      ...Object.fromEntries(inheritedVariables),
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
