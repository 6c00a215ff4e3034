import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { programEnvironment, programFile } from '../support/program/program.js';

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** The application as a process, which has the same address after each start. */
export class Program {
  #child: ChildProcess | null = null;
  #said = '';

  private readonly environment: Record<string, string>;
  readonly port: number;

  constructor(environment: Record<string, string>, port: number) {
    this.environment = environment;
    this.port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Starts the application without waiting until it answers.
   * @param fileLimit the maximum size of a file in kilobytes, to simulate a full disk
   */
  launch(fileLimit?: number): void {
    const env = programEnvironment({
      LOG_LEVEL: 'error',
      PORT: String(this.port),
      ...this.environment,
    });
    const [command, args] = fileLimit
      ? [
          'sh',
          [
            '-c',
            `ulimit -f ${fileLimit * 2}; exec "$0" "$@"`,
            process.execPath,
            programFile('main'),
          ],
        ]
      : [process.execPath, [programFile('main')]];
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on(
        'data',
        (text: Buffer) => (this.#said = (this.#said + text.toString()).slice(-3_000)),
      );
    children.add(child);
    child.once('exit', () => children.delete(child));
    this.#child = child;
  }

  async start(fileLimit?: number): Promise<void> {
    this.launch(fileLimit);
    await this.ready();
  }

  async ready(): Promise<void> {
    const until = performance.now() + 60_000;
    for (;;) {
      const answers = await fetch(`${this.url}/health`, {
        signal: AbortSignal.timeout(2_000),
      }).then(
        (response) => response.ok,
        () => false,
      );
      if (answers) return;
      if (!this.isRunning || performance.now() > until)
        throw new Error(`The program does not run.\n${this.#said}`);
      await sleep(20);
    }
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Returns its last output, which may say why it ended. */
  get said(): string {
    return this.#said;
  }

  async #end(name: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const hasExited = new Promise<void>((resolve) => this.#child!.once('exit', () => resolve()));
    this.#child!.kill(name);
    await hasExited;
  }
}

/**
 * Runs a script of the build, and waits asynchronously for its end, because this process may be the
 * event store.
 */
export function runScript(
  environment: Record<string, string>,
  script: string,
  ...args: string[]
): Promise<{ status: number | null; stdout: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      env: programEnvironment({ LOG_LEVEL: 'silent', ...environment }),
    });
    let stdout = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (stdout += text.toString()));
    child.once('close', (status) => resolve({ status, stdout }));
  });
}
