import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, denial, type AppendFault } from './append-faults.js';
import { Log, type Expected, type Proposed } from './log.js';
import {
  appendAnswer,
  batchAnswer,
  expectedOf,
  featuresService,
  grpc,
  identifierOf,
  nameOf,
  proposedOf,
  refusal,
  streamsService,
  supportedMethods,
  tooLargeForBatch,
  type Features,
  type Streams,
  type StreamsServer,
} from './messages.js';
import { read } from './reads.js';
import { patience } from '../until.js';

export interface DoubleOptions {
  /** the log, which the nodes of a cluster share; it survives a restart */
  log?: Log;
  maxAppendSize?: number;
  /** the supported methods; without `batchappend` the client appends by single calls */
  methods?: string[];
}

/**
 * A test double of EventStoreDB in the test process. It speaks the streams protocol to the real
 * client, on a free port of 127.0.0.1. Connections pass a TCP relay, so that they can be closed at
 * any moment.
 */
export class EventStoreDbDouble {
  readonly log: Log;
  /**
   * Is called before each append, and returns what happens to it. If it waits, another writer can
   * append meanwhile: the first writer has already read, and no longer holds a lock of the church.
   */
  onAppend: (
    stream: string,
    events: readonly Proposed[],
  ) => AppendFault | undefined | Promise<AppendFault | undefined> = () => undefined;
  /** whether all calls are refused */
  denied = false;
  /** whether reads of `$all` are refused; single streams can be read and written */
  allDenied = false;
  /**
   * whether a repeated append is answered without its position, as by a server that has not indexed
   * it yet
   */
  forgetsPositions = false;
  /** the time before each answer in milliseconds */
  delay = 0;
  /** the time until subscribers receive an event, in milliseconds */
  lag = 0;
  /** the milliseconds after an append until backward reads of a stream return the event */
  staleReadsFor = 0;
  /** the events that were sent to subscriptions, by their stream */
  readonly sentEvents: string[] = [];
  /** how many subscriptions were ended because they were too slow */
  endedAsTooSlow = 0;
  subscriptions = new AbortController();
  readonly calls = { append: 0, batchAppend: 0, read: 0, features: 0 };
  #port = 0;
  #server: InstanceType<typeof grpc.Server> | null = null;
  #relay: net.Server | null = null;
  readonly #sockets = new Set<net.Socket>();
  readonly #maxAppendSize: number;
  readonly #methods: string[];

  private constructor(options: DoubleOptions) {
    this.log = options.log ?? new Log();
    this.#maxAppendSize = options.maxAppendSize ?? 1024 * 1024;
    this.#methods = options.methods ?? ['append', 'batchappend', 'read', 'delete', 'tombstone'];
  }

  static async start(options: DoubleOptions = {}): Promise<EventStoreDbDouble> {
    const double = new EventStoreDbDouble(options);
    await double.start();
    return double;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /**
   * The address with long timeouts, for tests in which a slow machine must not cause another
   * attempt.
   */
  get patientUrl(): string {
    return `${this.url}&defaultDeadline=${patience}`;
  }

  /** Starts the server again on the same port with the same data. */
  async start(): Promise<void> {
    const server = new grpc.Server();
    server.addService(streamsService, this.#streams());
    server.addService(featuresService, {
      getSupportedMethods: (
        _call: unknown,
        answer: (error: null, methods: Features.SupportedMethods) => void,
      ) => {
        this.calls.features++;
        answer(null, supportedMethods('23.10.0', this.#methods));
      },
    });
    const inner = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    this.#server = server;
    this.#relay = net.createServer((socket) => this.#pass(socket, net.connect(inner, '127.0.0.1')));
    await new Promise<void>((resolve) => this.#relay!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#relay.address() as net.AddressInfo).port;
  }

  /** Ends all subscriptions, as a server up to 23.10 does for slow readers. */
  endSubscriptions(): void {
    this.subscriptions.abort();
    this.subscriptions = new AbortController();
  }

  /** Closes all connections, like a network failure. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async stop(): Promise<void> {
    const relay = this.#relay;
    this.#relay = null;
    const closed = relay ? new Promise<void>((resolve) => relay.close(() => resolve())) : null;
    this.cut();
    this.#server?.forceShutdown();
    this.#server = null;
    await closed;
  }

  #pass(outer: net.Socket, inner: net.Socket): void {
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      this.#sockets.add(from.setNoDelay(true)); // Otherwise small answers wait 40 ms.
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  }

  #streams(): StreamsServer {
    const answerUnimplemented = (_call: unknown, answer: (error: Error) => void) =>
      answer(refusal(grpc.status.UNIMPLEMENTED, null, 'not in the double'));
    return {
      read: (call) => {
        this.calls.read++;
        if (this.denied || (this.allDenied && call.request.getOptions()!.hasAll()))
          return void call.emit('error', denial());
        void sleep(this.delay)
          .then(() => read(this.log, call, this))
          .catch((error: unknown) => call.emit('error', error));
      },
      append: (call, answer) => {
        this.calls.append++;
        let options: Streams.AppendReq.Options | undefined;
        const proposed: Proposed[] = [];
        call.on('error', () => undefined);
        call.on('data', (request: Streams.AppendReq) => {
          if (request.hasOptions()) options = request.getOptions();
          else proposed.push(proposedOf(request.getProposedMessage()!));
        });
        call.on('end', () => {
          const stream = nameOf(options!.getStreamIdentifier());
          this.#append(stream, expectedOf(options!), proposed).then(
            (result) => result && answer(null, result),
            (error: unknown) => answer(error as Error),
          );
        });
      },
      batchAppend: (call) => {
        const pending = new Map<
          string,
          { stream: string; expected: Expected; events: Proposed[] }
        >();
        call.on('error', () => undefined).on('end', () => call.end());
        call.on('data', (request: Streams.BatchAppendReq) => {
          const id = request.getCorrelationId()!;
          const options = request.getOptions();
          if (options)
            pending.set(id.getString(), {
              stream: nameOf(options.getStreamIdentifier()),
              expected: expectedOf(options),
              events: [],
            });
          const write = pending.get(id.getString());
          write?.events.push(...request.getProposedMessagesList().map(proposedOf));
          if (!write || !request.getIsFinal()) return;
          pending.delete(id.getString());
          this.calls.batchAppend++;
          const result =
            sizeOf(write.events) > this.#maxAppendSize
              ? tooLargeForBatch(this.#maxAppendSize)
              : batchAnswer(
                  this.log.append(write.stream, write.expected, write.events),
                  write.expected,
                  write.stream,
                );
          call.write(result.setCorrelationId(id).setStreamIdentifier(identifierOf(write.stream)));
        });
      },
      delete: answerUnimplemented,
      tombstone: answerUnimplemented,
    };
  }

  /** @returns undefined if there is no answer */
  async #append(stream: string, expected: Expected, events: Proposed[]) {
    if (this.delay > 0) await sleep(this.delay);
    const fault = this.denied ? 'access denied' : await this.onAppend(stream, events);
    if (fault === 'hang') return undefined;
    if (fault === 'cut before') {
      this.cut();
      return undefined;
    }
    const faultAnswer = fault && fault !== 'cut after' ? answerOf(fault) : null;
    if (faultAnswer) throw faultAnswer;
    if (sizeOf(events) > this.#maxAppendSize) {
      throw refusal(
        grpc.status.INVALID_ARGUMENT,
        'maximum-append-size-exceeded',
        `Maximum Append Size of ${this.#maxAppendSize} Exceeded.`,
        {
          'maximum-append-size': String(this.#maxAppendSize),
        },
      );
    }
    const outcome = this.log.append(stream, expected, events);
    if (fault === 'cut after') {
      this.cut();
      return undefined;
    }
    return appendAnswer(
      outcome,
      expected,
      stream,
      !(this.forgetsPositions && outcome.is === 'success' && outcome.repeated),
    );
  }
}

/** Returns the size of an append as a server counts it: type, data and metadata of all events. */
const sizeOf = (events: Proposed[]) =>
  events.reduce(
    (sum, { type, data, metadata }) =>
      sum + Buffer.byteLength(type) + data.length + metadata.length,
    0,
  );
