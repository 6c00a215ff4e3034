import http from 'node:http';
import type { LiveSignal } from '#libs/contracts';
import { until } from './until.js';

/** An open stream of live updates. */
export interface LiveConnection {
  /** Returns all text that has arrived. */
  text(): string;
  signals(): LiveSignal[];
  /**
   * Waits until the signals fulfill a condition.
   * @throws Error if this does not happen
   */
  until(isFulfilled: (signals: LiveSignal[]) => boolean): Promise<void>;
  /** resolves when the server has ended the stream */
  ended: Promise<void>;
  close(): void;
}

/**
 * Opens `GET /api/live`.
 * @throws Error if the server refuses the request
 */
export function listen(url: string, cookie: string): Promise<LiveConnection> {
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
        const waitUntilHeard: LiveConnection['until'] = async (isHeard) => {
          await until(
            () => isHeard(signals()),
            () => `not heard; only ${JSON.stringify(signals())}`,
          );
        };
        resolve({
          text: () => text,
          signals,
          until: waitUntilHeard,
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
