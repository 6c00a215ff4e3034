import { randomInt } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { CurrentActor, NoVisit, OwnTransaction, WithoutTurn, type Actor, Route } from '#libs/http';
import { LiveHub, type Listener } from './hub.js';

/** bytes that may wait for a browser that does not read: then it is let go, and comes again */
const most = 64 * 1024;

/** The one stream of what is new. */
@Controller()
export class LiveController {
  constructor(@Inject(LiveHub) private readonly hub: LiveHub) {}

  /**
   * Server-sent events with a kind and an id, nothing else, until the person signs out or is
   * somebody else than before.
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
        if (stream.writableLength > most) stream.destroy();
      },
      end: () => {
        stream.end();
      },
    };
    stream.on('close', () => {
      this.hub.remove(listener);
    });
    // its connection ends with it, and is not kept for another request
    void reply
      .header('content-type', 'text/event-stream')
      .header('x-accel-buffering', 'no')
      .header('connection', 'close');
    // all of them are let go at once when the database was away
    stream.write(`retry: ${randomInt(1_000, 4_000)}\n\n`);
    this.hub.add(listener);
    return stream;
  }
}
