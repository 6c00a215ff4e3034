import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ticket, TicketMessage } from '#libs/contracts';
import {
  newSessionToken,
  openSession,
  sessionKey,
} from '../../../src/identity/sessions/sessions.js';
import { startApp, type TestApp } from '../../support/app.js';
import { listen } from '../../support/live.js';
import { startProgram, type Program } from '../../support/program/program.js';

interface Said<Body> {
  status: number;
  body: Body;
}

const [writers, tickets, each] = [200, 50, 3];

function roleOf(writer: number) {
  if (writer < tickets) return 'member';
  return writer < writers - 1 ? 'support' : 'admin';
}

describe('two processes with two hundred simultaneous users', () => {
  let test: TestApp;
  let programs: Program[];
  const cookies: string[] = [];
  beforeAll(async () => {
    test = await startApp();
    const church = await test.church('grace');
    const secret = randomBytes(16).toString('hex');
    for (let n = 0; n < writers; n++) {
      const { id } = await test.person(church, {
        email: `person${n}@grace.test`,
        role: roleOf(n),
      });
      const token = newSessionToken();
      cookies.push(`sid=${token}`);
      await test.db.platform(async (tx) => {
        const [account] = await tx.sql<{ id: string }>('select id from account where email = $1', [
          `person${n}@grace.test`,
        ]);
        await openSession(
          tx,
          sessionKey(secret, token),
          { accountId: account!.id, organizationId: church, userId: id },
          undefined,
        );
      });
    }
    // Users with unconfirmed addresses get no emails. This test is not about thousands of emails.
    await test.database.asSuperuser('update app_user set email_verified = false');
    await test.app.close(); // Only the two programs do the work from now on.
    const env = {
      DATABASE_URL: test.database.appUrl,
      DATABASE_OWNER_URL: test.database.ownerUrl,
      SESSION_SECRET: secret,
    };
    programs = await Promise.all([
      startProgram(test.config.DATA_DIR, env),
      startProgram(test.config.DATA_DIR, env),
    ]);
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop()));
    await test.close();
  });

  /** Sends a request of one of the users to one of the two processes. */
  const call = async <Body>(
    writer: number,
    program: number,
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<Said<Body>> => {
    const response = await fetch(programs[program % 2]!.url + path, {
      method,
      headers: {
        cookie: cookies[writer]!,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };

  it('lose and repeat no messages, keep their order, and send all live updates', async () => {
    const ids = await Promise.all(
      Array.from(
        { length: tickets },
        async (_, n) =>
          (
            await call<Ticket>(n, n, 'POST', '/api/support-tickets', {
              subject: `Ticket ${n}`,
              description: 'Words for many people.',
            })
          ).body.id,
      ),
    );
    const liveConnection = await listen(programs[0]!.url, cookies[0]!);
    const write = async (writer: number) => {
      const id = ids[writer % tickets]!;
      for (let n = 0; n < each; n++) {
        const say = (program: number) =>
          call<TicketMessage>(
            writer,
            program,
            'POST',
            `/api/support-tickets/${id}/messages`,
            { message: `${writer} says ${n}` },
            `${writer} ${n}`,
          );
        // If the process or the church is too busy, repeats the request with the same key at the
        // other process.
        const sayUntilTaken = async (program: number) => {
          let answer = await say(program);
          for (let next = program + 1; [429, 503].includes(answer.status); next++) {
            await setTimeout(20);
            answer = await say(next);
          }
          return answer;
        };
        const answer = await sayUntilTaken(writer + n);
        expect({ status: answer.status, message: answer.body.message }).toEqual({
          status: 201,
          message: `${writer} says ${n}`,
        });
        // This simulates that the answer was lost.
        if (n === 1) expect((await sayUntilTaken(writer)).body.id).toBe(answer.body.id);
        if (writer === 0 && n === 1) liveConnection.close();
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    for (const [n, id] of ids.entries()) {
      const [first, second] = [
        (await call<TicketMessage[]>(n, 0, 'GET', `/api/support-tickets/${id}/messages`)).body,
        (await call<TicketMessage[]>(n, 1, 'GET', `/api/support-tickets/${id}/messages`)).body,
      ];
      expect(first).toEqual(second);
      expect(new Set(first.map((message) => message.id)).size).toBe(first.length);
      const present = Array.from({ length: writers / tickets }, (_, k) => n + k * tickets);
      for (const writer of present)
        expect(
          first.map(({ message }) => message).filter((message) => message.startsWith(`${writer} `)),
        ).toEqual(Array.from({ length: each }, (_, k) => `${writer} says ${k}`));
      expect(first).toHaveLength(present.length * each);
      const times = first.map(({ createdAt }) => createdAt);
      expect(times).toEqual([...times].sort());
    }
    // A new connection receives only the updates that are sent after it was opened.
    const newStream = await listen(programs[1]!.url, cookies[0]!);
    await call(50, 0, 'POST', `/api/support-tickets/${ids[0]!}/messages`, {
      message: 'And one more.',
    });
    await newStream.until((signals) => signals.some(({ id }) => id === ids[0]));
    expect(newStream.signals().map(({ id }) => id)).toEqual([ids[0]]);
    newStream.close();
  });
});
