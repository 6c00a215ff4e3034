import { randomInt } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { CurrentActor, NoVisit, OwnTransaction, WithoutTurn, type Actor, Route } from '#libs/http';
import { LiveHub, type Listener } from './hub.js';

/**
 * The maximum number of unread bytes of a stream. A browser that reads too slowly is disconnected,
 * and connects again.
 */
const maxUnsentBytes = 64 * 1024;

/** Serves the stream of live updates. */
@Controller()
export class LiveController {
  constructor(@Inject(LiveHub) private readonly hub: LiveHub) {}

  /**
   * Sends server-sent events with a kind and an id, until the user signs out or the session belongs
   * to another user.
   */
  @Route(routes.live.open)
  @OwnTransaction()
  @NoVisit()
  @WithoutTurn()
  open(@CurrentActor() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply): PassThrough {
    const stream = new PassThrough({ highWaterMark: 1024 });
    const listener: Listener = {
      actor,
      send: (signal) => {
        stream.write(signal ? `data: ${JSON.stringify(signal)}\n\n` : ': \n\n');
        if (stream.writableLength > maxUnsentBytes) stream.destroy();
      },
      end: () => {
        stream.end();
      },
    };
    stream.on('close', () => {
      this.hub.remove(listener);
    });
    // the connection ends with the stream, and is not kept for another request
    void reply
      .header('content-type', 'text/event-stream')
      .header('x-accel-buffering', 'no')
      .header('connection', 'close');
    // a random time, because all browsers connect again at once after the database was unavailable
    stream.write(`retry: ${randomInt(1_000, 4_000)}\n\n`);
    this.hub.add(listener);
    return stream;
  }
}
