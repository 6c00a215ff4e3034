import net from 'node:net';

/**
 * The moment at which a connection is cut: before the server receives a COMMIT, immediately after
 * it, or when the answer of the server arrives.
 */
export type Cut = 'before' | 'behind' | 'answered';

/**
 * A proxy between the program and PostgreSQL that reads the messages. It calls `onCommit` at each
 * COMMIT with the statements of its transaction, and cuts the connection at the returned moment.
 */
export class CuttingProxy {
  onCommit: (statements: readonly string[]) => Cut | undefined = () => undefined;
  readonly #sockets = new Set<net.Socket>();

  private readonly server: net.Server;
  readonly port: number;

  private constructor(server: net.Server, port: number) {
    this.server = server;
    this.port = port;
  }

  static async start(target: number): Promise<CuttingProxy> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new CuttingProxy(server, (server.address() as net.AddressInfo).port);
    server.on('connection', (socket) => proxy.#pass(socket, net.connect(target, '127.0.0.1')));
    return proxy;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #pass(client: net.Socket, server: net.Socket): void {
    const messages = new Messages();
    let statements: string[] = [];
    let isAwaitingAnswer = false;
    let answer = Buffer.alloc(0);
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket.setNoDelay(true));
      socket.on('error', end).on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => {
      for (const { bytes, text } of messages.read(chunk)) {
        if (isAwaitingAnswer || client.destroyed) return;
        if (/^\s*(begin|start transaction)/i.test(text)) statements = [];
        const cut = /^\s*commit/i.test(text) ? this.onCommit(statements) : undefined;
        if (text) statements.push(text);
        if (cut === 'before') {
          end();
          return;
        }
        server.write(bytes);
        if (cut === 'behind') {
          client.destroy();
          server.end();
          return;
        }
        isAwaitingAnswer = cut === 'answered';
      }
    });
    server.on('data', (chunk) => {
      if (!isAwaitingAnswer) {
        client.write(chunk);
        return;
      }
      answer = Buffer.concat([answer, chunk]);
      if (answer.includes('COMMIT\0') || answer.includes('ROLLBACK\0')) end();
    });
  }
}

/** Divides the bytes of a client into the messages of the protocol. */
class Messages {
  #rest = Buffer.alloc(0);
  /** whether the first message was read, which has no type before its length */
  #begun = false;

  *read(chunk: Buffer): Generator<{ bytes: Buffer; text: string }> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const index = this.#begun ? 1 : 0;
      if (this.#rest.length < index + 4) return;
      const length = index + this.#rest.readInt32BE(index);
      if (this.#rest.length < length) return;
      const bytes = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const text = this.#begun ? textOf(bytes) : '';
      this.#begun = true;
      yield { bytes, text };
    }
  }
}

/** Returns the SQL of a Query or Parse message. */
function textOf(bytes: Buffer): string {
  const kind = String.fromCharCode(bytes[0]!);
  if (kind === 'Q') return bytes.toString('utf8', 5, bytes.length - 1);
  if (kind !== 'P') return '';
  const name = bytes.indexOf(0, 5);
  return bytes.toString('utf8', name + 1, bytes.indexOf(0, name + 1));
}
