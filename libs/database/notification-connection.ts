import pg from 'pg';

export interface Listener {
  /** Called for each notification. */
  onNotification(payload: string): void;
  /** Called when a lost connection was restored. Notifications sent in between are lost. */
  onReconnect(): void;
}

/** Milliseconds after which a lost connection is opened again. */
const reconnectDelay = 500;
/**
 * Milliseconds between two checks of the connection, and the time limit for the answer. If a router
 * has dropped the connection, nothing reports that.
 */
const checkInterval = 10_000;

/** A connection that receives the notifications of committed transactions on one channel. */
export class NotificationConnection {
  #client: pg.Client | undefined;
  #reconnectTimer: NodeJS.Timeout | undefined;
  #checkTimer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** whether the connection was lost since the program started */
  #wasLost = false;
  /** Resolves when the connection listens to the channel for the first time. */
  readonly ready: Promise<void>;
  #isReady!: () => void;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly listener: Listener,
    private readonly interval = checkInterval,
  ) {
    this.ready = new Promise((resolve) => (this.#isReady = resolve));
    void this.#connect();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      keepAlive: true,
      connectionTimeoutMillis: this.interval,
      query_timeout: this.interval,
    });
    this.#client = client;
    const listen = `listen ${client.escapeIdentifier(this.channel)}`;
    let isLost = false;
    const onLost = () => {
      if (isLost || this.#stopped) return;
      isLost = this.#wasLost = true;
      clearInterval(this.#checkTimer);
      void client.end().catch(() => undefined);
      this.#reconnectTimer = setTimeout(() => void this.#connect(), reconnectDelay);
    };
    client.on('error', onLost);
    client.on('end', onLost);
    client.on('notification', ({ payload }) => {
      this.listener.onNotification(payload ?? '');
    });
    try {
      await client.connect();
      await client.query(listen);
    } catch {
      onLost();
      return;
    }
    clearInterval(this.#checkTimer);
    this.#checkTimer = setInterval(() => void client.query(listen).catch(onLost), this.interval);
    this.#checkTimer.unref();
    if (this.#wasLost) this.listener.onReconnect();
    this.#isReady();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#checkTimer);
    await this.#client?.end().catch(() => undefined);
  }
}
