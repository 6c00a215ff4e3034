import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { portalAccessOf, isPlatformActor, may, type LiveSignal } from '#libs/contracts';
import type { Actor } from '#libs/http';
import { liveEvents, type LiveEvent } from '#libs/live';
import { Actors } from '../identity/index.js';

/** Milliseconds between two checks of whether the listeners may still listen. */
const checkInterval = 3_000;
/** Milliseconds between two empty messages on an idle stream, so that proxies keep it open. */
const keepAliveInterval = 25_000;
/** The maximum number of streams of one session. A browser needs one. */
export const maxStreamsPerSession = 5;

/** An open connection (`GET /api/live`) over which a browser receives live updates. */
export interface Listener {
  readonly actor: Actor;
  /** sends an event, or (null) an empty message that keeps the stream open */
  send(signal: LiveSignal | null): void;
  end(): void;
}

/**
 * The open streams of this process by church. Sends each listener the events that the user may
 * know.
 */
@Injectable()
export class LiveHub implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('live');
  readonly #listeners = new Map<string | null, Set<Listener>>();
  /** events by church that arrived while the listeners of the church are being checked */
  readonly #waiting = new Map<string | null, LiveEvent[]>();
  #timers: NodeJS.Timeout[] = [];
  #stopped = false;
  /**
   * whether a check of all churches is running; it can last longer than the time until the next
   * one, which is then skipped
   */
  #isChecking = false;

  constructor(@Inject(Actors) private readonly actors: Actors) {}

  onApplicationBootstrap(): void {
    this.#timers = [
      setInterval(() => void (this.#isChecking || this.#checkAll()), checkInterval),
      setInterval(() => {
        this.#eachListener((listener) => {
          listener.send(null);
        });
      }, keepAliveInterval),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  beforeApplicationShutdown(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.endAll();
  }

  get count(): number {
    let count = 0;
    this.#eachListener(() => count++);
    return count;
  }

  /** Adds a stream. If its session has more than `maxStreamsPerSession`, ends the oldest one. */
  add(listener: Listener): void {
    const { organizationId, sessionId } = listener.actor;
    const all = this.#listeners.get(organizationId) ?? new Set();
    this.#listeners.set(organizationId, all);
    all.add(listener);
    const listenersOfSession = [...all].filter(({ actor }) => actor.sessionId === sessionId);
    for (const oldest of listenersOfSession.slice(0, -maxStreamsPerSession)) this.#end(oldest);
    if (this.#stopped) this.#end(listener);
  }

  remove(listener: Listener): void {
    const { organizationId } = listener.actor;
    const all = this.#listeners.get(organizationId);
    all?.delete(listener);
    if (all?.size === 0) this.#listeners.delete(organizationId);
  }

  /**
   * Sends an event to the listeners of its church. Events that arrive while these are being checked
   * wait for the next check.
   */
  @OnEvent(liveEvents.news)
  async onNews(event: LiveEvent): Promise<void> {
    const church = event.organizationId;
    const listeners = this.#listeners.get(church);
    if (!listeners || ![...listeners].some(({ actor }) => isFor(actor, event))) return;
    const waitingEvents = this.#waiting.get(church);
    if (waitingEvents) {
      waitingEvents.push(event);
      return;
    }
    this.#waiting.set(church, [event]);
    for (;;) {
      const events = this.#waiting.get(church)!.splice(0);
      if (events.length === 0) break;
      await this.#checkAndSend(church, events);
    }
    this.#waiting.delete(church);
  }

  async #checkAll(): Promise<void> {
    this.#isChecking = true;
    for (const church of [...this.#listeners.keys()]) await this.#checkAndSend(church, []);
    this.#isChecking = false;
  }

  /**
   * Ends the streams of users who may not listen anymore or have changed since, and sends the
   * others the events that they may know.
   */
  async #checkAndSend(church: string | null, events: LiveEvent[]): Promise<void> {
    const listeners = [...(this.#listeners.get(church) ?? [])];
    try {
      const people = await this.actors.findBySession(church, [
        ...new Set(listeners.map(({ actor }) => actor.sessionId)),
      ]);
      for (const listener of listeners) {
        const now = people.get(listener.actor.sessionId);
        if (
          !now ||
          portalAccessOf(now) !== 'open' ||
          now.role !== listener.actor.role ||
          now.isSuperAdmin !== listener.actor.isSuperAdmin
        )
          this.#end(listener);
        else
          for (const { kind, id } of distinct(events.filter((event) => isFor(now, event))))
            listener.send({ kind, id });
      }
    } catch (error) {
      if (!this.#stopped)
        this.#log.warn({ message: 'the rights of open browsers could not be checked', error });
      // While the rights of the users are unknown, no event may be sent.
      for (const listener of listeners) this.#end(listener);
    }
  }

  /**
   * Ends all streams when events may have been missed. The browsers connect again and then load
   * what has changed.
   */
  @OnEvent(liveEvents.gap)
  endAll(): void {
    this.#eachListener((listener) => {
      this.#end(listener);
    });
  }

  #end(listener: Listener): void {
    this.remove(listener);
    listener.end();
  }

  #eachListener(work: (listener: Listener) => void): void {
    for (const all of [...this.#listeners.values()])
      for (const listener of [...all]) work(listener);
  }
}

/** Whether an event may be sent to a user, with the present permissions of the user. */
export function isFor(
  actor: Actor,
  { organizationId, people = [], roles = [], action }: LiveEvent,
): boolean {
  if (organizationId !== actor.organizationId) return false;
  if (organizationId === null)
    return isPlatformActor(actor) && (people.length === 0 || people.includes(actor.id));
  return (
    people.includes(actor.id) ||
    roles.includes(actor.role) ||
    (action !== undefined && may(actor, action))
  );
}

const distinct = (events: LiveEvent[]): LiveEvent[] => [
  ...new Map(events.map((event) => [`${event.kind} ${event.id}`, event])).values(),
];
