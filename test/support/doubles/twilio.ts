import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const account = { sid: 'AC123', token: 'secret', from: '+15550000000' };

/**
 * How Twilio answers a message. `lost` means that it accepts the message, but the answer never
 * arrives. The others are answers by status and code.
 */
type Manner = 'taken' | 'lost' | 'stopped' | 'invalid' | 'too-many' | 'broken';
const answers: Record<Exclude<Manner, 'taken' | 'lost'>, [status: number, code: number]> = {
  stopped: [400, 21610],
  invalid: [400, 21211],
  'too-many': [429, 20429],
  broken: [500, 20500],
};

/** A test double of Twilio's `Messages.json`, which refuses what Twilio refuses. */
export class Twilio {
  /** the accepted messages, in order */
  readonly sent: { to: string; text: string }[] = [];
  /** the answers to the next messages, by number */
  readonly manners = new Map<string, Manner>();
  readonly #server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      setTimeout(() => this.#answer(request, response, Buffer.concat(chunks).toString()), 20),
    );
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Returns the environment variables for this server. */
  get environment(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      TWILIO_ACCOUNT_SID: account.sid,
      TWILIO_AUTH_TOKEN: account.token,
      TWILIO_FROM: account.from,
      TWILIO_API_URL: `http://127.0.0.1:${port}`,
    };
  }

  /** Returns the form and the signature that Twilio sends to `url` for an answer. */
  answer(
    url: string,
    fields: Record<string, string>,
    token = account.token,
  ): { body: string; headers: Record<string, string> } {
    const text = Object.keys(fields)
      .sort()
      .reduce((all, name) => all + name + fields[name]!, url);
    return {
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64'),
      },
    };
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse, text: string): void {
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const body = new URLSearchParams(text);
    const [to, words] = [body.get('To') ?? '', body.get('Body') ?? ''];
    if (
      request.method !== 'POST' ||
      request.url !== `/2010-04-01/Accounts/${account.sid}/Messages.json`
    )
      return void say(404, { code: 20404, status: 404 });
    if (
      request.headers.authorization !==
      `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`
    )
      return void say(401, { code: 20003, status: 401 });
    if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') !== true)
      return void say(400, { code: 20001, status: 400 });
    if (body.get('From') !== account.from) return void say(400, { code: 21606, status: 400 });
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return void say(400, { code: 21211, status: 400 });
    if (words === '' || words.length > 1600)
      return void say(400, { code: words === '' ? 21602 : 21617, status: 400 });
    const manner = this.manners.get(to) ?? 'taken';
    if (manner === 'taken' || manner === 'lost') this.sent.push({ to, text: words });
    if (manner === 'taken')
      say(201, { sid: `SM${this.sent.length}`, status: 'queued', to, body: words });
    else if (manner === 'lost') request.socket.destroy();
    else
      say(answers[manner][0], {
        code: answers[manner][1],
        status: answers[manner][0],
        message: manner,
      });
  }
}
