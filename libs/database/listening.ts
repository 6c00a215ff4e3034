import pg from 'pg';

export interface Listener {
  /** something was told */
  hear(payload: string): void;
  /** the connection was lost for a while and is there again: what was told meanwhile is not heard anymore */
  again(): void;
}

/** milliseconds from a lost connection until it is tried again */
const patience = 500;
/** milliseconds between two questions whether the connection still lives, and for an answer: one that a machine between forgot never says so */
const everySoOften = 10_000;

/** One connection that hears what transactions tell on a channel once they are committed. */
export class Listening {
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #heart: NodeJS.Timeout | undefined;
  #stopped = false;
  /** since the first time */
  #wasLost = false;
  /** Done when it hears for the first time. */
  readonly ready: Promise<void>;
  #isReady!: () => void;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly listener: Listener,
    private readonly beat = everySoOften,
  ) {
    this.ready = new Promise((resolve) => (this.#isReady = resolve));
    void this.#connect();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      keepAlive: true,
      connectionTimeoutMillis: this.beat,
      query_timeout: this.beat,
    });
    this.#client = client;
    const listen = `listen ${client.escapeIdentifier(this.channel)}`;
    let isLost = false;
    const lost = () => {
      if (isLost || this.#stopped) return;
      isLost = this.#wasLost = true;
      clearInterval(this.#heart);
      void client.end().catch(() => undefined);
      this.#timer = setTimeout(() => void this.#connect(), patience);
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => {
      this.listener.hear(payload ?? '');
    });
    try {
      await client.connect();
      await client.query(listen);
    } catch {
      lost();
      return;
    }
    clearInterval(this.#heart);
    this.#heart = setInterval(() => void client.query(listen).catch(lost), this.beat);
    this.#heart.unref();
    if (this.#wasLost) this.listener.again();
    this.#isReady();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heart);
    await this.#client?.end().catch(() => undefined);
  }
}
