import http from 'node:http';
import type { LiveSignal } from '#libs/contracts';
import { until } from './until.js';

/** A browser that listens to what is new. */
export interface Ear {
  /** everything that came, as it was sent */
  text(): string;
  signals(): LiveSignal[];
  /** Waits until something like that has come. @throws when it does not */
  until(found: (signals: LiveSignal[]) => boolean): Promise<void>;
  /** done when the server ended the stream */
  ended: Promise<void>;
  close(): void;
}

/** Opens `GET /api/live`. @throws when it is refused */
export function listen(url: string, cookie: string): Promise<Ear> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      `${url}/api/live`,
      { headers: { cookie, accept: 'text/event-stream' }, agent: false },
      (response) => {
        if (response.statusCode !== 200) {
          response.resume();
          reject(new Error(`not heard: ${response.statusCode}`));
          return;
        }
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        const signals = () =>
          [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!) as LiveSignal);
        const ended = new Promise<void>((done) =>
          response.on('close', () => {
            done();
          }),
        );
        const heard: Ear['until'] = async (found) => {
          await until(
            () => found(signals()),
            () => `not heard; only ${JSON.stringify(signals())}`,
          );
        };
        resolve({
          text: () => text,
          signals,
          until: heard,
          ended,
          close: () => {
            request.destroy();
          },
        });
      },
    );
    request.on('error', reject);
  });
}
