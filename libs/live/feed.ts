import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Database, type NotificationConnection } from '#libs/database';
import { liveChannel, type LiveEvent } from './live.js';

/**
 * The events that `LiveFeed` emits in this process. Classes subscribe with
 * `@OnEvent(liveEvents.news)`.
 */
export const liveEvents = {
  /** Something is new. The subscriber receives the `LiveEvent`. */
  news: 'live.news',
  /** The connection to the database was lost, so events may be missing. The event has no value. */
  gap: 'live.gap',
} as const;

/** Receives the notifications of all processes from PostgreSQL, and emits them in this process. */
@Injectable()
export class LiveFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #listening: NotificationConnection | undefined;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(EventEmitter2) private readonly emitter: EventEmitter2,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.#listening = this.db.listen(liveChannel, {
      onNotification: (payload) => {
        this.emitter.emit(liveEvents.news, JSON.parse(payload) as LiveEvent);
      },
      onReconnect: () => {
        this.emitter.emit(liveEvents.gap);
      },
    });
    await this.#listening.ready;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#listening?.stop();
  }
}
