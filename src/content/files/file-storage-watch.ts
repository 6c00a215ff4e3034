import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { StorageError, type StorageFault, type Store } from '#libs/files';
import { Config } from '../../ops/config.js';
import { ThrottledLog } from '../../ops/throttled-log.js';

const minute = 60_000;

/**
 * Watches whether files can be stored. It checks the storage at the start, and after a failure once
 * a minute until a check succeeds. `/health` and the log show every failure of a check or of a
 * request.
 */
@Injectable()
export class FileStorageWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('files');
  readonly #problems = new ThrottledLog((entry) => this.#log.warn(entry));
  #store: Store | undefined;
  #state = 'ok';
  #timer: NodeJS.Timeout | undefined;
  #isEnding = false;
  /** The time between two checks after a failure, in milliseconds. Tests shorten it. */
  checkEvery = minute;

  constructor(@Inject(Config) private readonly config: Config) {}

  /** The state as `/health` shows it: `ok`, `not reachable: …` or `refused: …`. */
  get state(): string {
    return this.#state;
  }

  /** Sets the storage that is checked as soon as the application starts. */
  watch(store: Store): void {
    this.#store = store;
  }

  /** Starts the first check; the start of the program does not wait for it. */
  onApplicationBootstrap(): void {
    if (!this.config.FILES_URL) return;
    this.#state = 'not reachable: the storage has not answered yet';
    void this.#check();
  }

  /** Does not wait for a running check, because the storage may not answer. */
  beforeApplicationShutdown(): void {
    this.#isEnding = true;
    clearTimeout(this.#timer);
  }

  /** Shows a failed request to the storage in the state and in the log, and plans a check. */
  noteFailure(failure: StorageError): void {
    if (this.#isEnding) return;
    const reason = this.#explain(failure);
    const isAway = failure.fault === 'unreachable';
    this.#state = `${isAway ? 'not reachable' : 'refused'}: ${reason}`;
    const problem = isAway ? 'cannot be reached' : 'refuses the program';
    this.#problems.report({
      message: `the file storage ${problem}: ${reason}`,
      error: failure.cause,
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), this.checkEvery);
    this.#timer.unref();
  }

  /**
   * Checks the storage. Never rejects: the storage itself reports errors to `noteFailure`.
   */
  async #check(): Promise<void> {
    try {
      await this.#store!.check();
      this.#state = 'ok';
    } catch (error) {
      if (!(error instanceof StorageError))
        this.noteFailure(new StorageError(error, 'refused', 'unexpected answer'));
    }
  }

  #explain({ fault, code }: StorageError): string {
    const { credentials, endpoint } = this.config.FILES_URL ?? {};
    const key = credentials ? 'the key in FILES_URL' : 'the key in AWS_ACCESS_KEY_ID';
    const secret = credentials ? 'the secret in FILES_URL' : 'AWS_SECRET_ACCESS_KEY';
    const address = endpoint ? 'the endpoint in FILES_URL' : 'Amazon S3, which FILES_URL names,';
    const sentences: Record<StorageFault, string> = {
      unreachable: `${address} does not answer (${code})`,
      'no-bucket': 'the bucket in FILES_URL does not exist',
      'unknown-key': `the storage does not know ${key}`,
      'wrong-secret': `${secret} does not belong to its key`,
      'no-credentials': 'FILES_URL has no key and secret, and AWS_ACCESS_KEY_ID is not set either',
      'no-rights': `${key} lacks rights in the bucket that the program needs`,
      'wrong-region': 'the bucket is not in the region that FILES_URL names',
      'wrong-clock': 'the clock of this machine is wrong',
      'no-s3': `${address} does not answer as S3 does (${code})`,
      refused: `${address} refuses the requests of the program (${code})`,
    };
    return sentences[fault];
  }
}
