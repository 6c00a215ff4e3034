import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import { pino } from 'pino';
import { give, giveAsGuest, startApp, type TestApp } from '../support/app.js';

describe('a unique text of one church', () => {
  it('never appears in an answer to another church, in the metrics or in the log', async () => {
    const logged: string[] = [];
    const logger = pino(
      { level: 'trace' },
      new Writable({
        write: (chunk, _, done) => {
          logged.push(String(chunk));
          done();
        },
      }),
    );
    const app = await startApp({ logger });
    try {
      const [grace, hope] = [await app.church('grace'), await app.church('hope')];
      const canary = 'Canary7731';
      await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
      const member = await app.person(grace, {
        email: `${canary}@grace.test`,
        firstName: canary,
        lastName: canary,
      });
      await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
      const admin = app.as('admin@grace.test');
      await admin.post('/api/fundraisers', {
        title: `Roof ${canary}`,
        description: `For the ${canary} roof`,
        goal: '100.00',
      });
      const gift = await give(admin, member.id, {
        notes: canary,
        campaign: `Roof ${canary}`,
        transactionId: canary,
      });
      const guest = await giveAsGuest(admin, `Guest ${canary}`, {
        notes: canary,
        guestEmail: `guest-${canary}@example.org`,
        guestPhone: canary,
      });
      await admin.patch(`/api/admin/donations/${gift.id}`, { amount: '31.00', reason: canary });
      await app.as(member.email).post('/api/pledges', { amount: 5, year: 2025, notes: canary });
      expect((await admin.get('/api/admin/church-ledger.csv')).text).toContain(canary);

      const other = app.as('admin@hope.test');
      const paths = pathsOf(app);
      expect(paths.length).toBeGreaterThan(15);
      const answers: { request: string; answer: string }[] = [];
      for (const id of [gift.id, guest.donorId, member.id]) {
        for (const path of paths) {
          const address = path.replace(/:year/g, '2025').replace(/:\w+/g, id);
          for (const query of [
            '',
            `?search=${canary}`,
            `?userId=${id}`,
            `?donorId=${id}`,
            `?campaign=Roof%20${canary}`,
            '?asOf=999',
            '?year=2025',
          ]) {
            const answer = await other.get(address + query);
            if (!address.includes('logout'))
              answers.push({
                request: address + query,
                answer: `${answer.text} ${JSON.stringify([...answer.headers])}`,
              });
          }
        }
      }
      for (const [method, address, body] of [
        ['PATCH', `/api/admin/donations/${gift.id}`, { amount: 1 }],
        ['DELETE', `/api/admin/donations/${gift.id}`, undefined],
        ['POST', '/api/admin/donations', { userId: member.id, amount: 1 }],
        ['POST', '/api/fundraisers', { title: 'Roof x', description: 'For another roof', goal: 1 }],
      ] as const) {
        const { text } = await other.send(
          method,
          address,
          body && JSON.stringify(body),
          body ? { 'content-type': 'application/json' } : {},
        );
        answers.push({ request: `${method} ${address}`, answer: text });
      }
      expect(answers.filter(({ answer }) => answer.includes(canary))).toEqual([]);
      expect((await app.visitor.get('/metrics')).text).not.toContain(canary);
      expect(logged.length).toBeGreaterThan(100);
      expect(
        logged.filter((line) => line.includes(canary) || line.includes('correct horse')),
      ).toEqual([]);
    } finally {
      await app.close();
    }
  });

  /** Returns the paths of all GET routes of all controllers, except for the sign-out. */
  function pathsOf(app: TestApp): string[] {
    return [...app.app.get(ModulesContainer).values()].flatMap(({ controllers }) =>
      [...controllers.values()].flatMap(({ metatype }) => {
        const prototype = (metatype as { prototype: Record<string, unknown> }).prototype;
        return Object.getOwnPropertyNames(prototype).flatMap((key) => {
          const handler = prototype[key];
          if (
            typeof handler !== 'function' ||
            Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.GET
          )
            return [];
          const parts = [
            Reflect.getMetadata(PATH_METADATA, metatype as object),
            Reflect.getMetadata(PATH_METADATA, handler),
          ] as string[];
          const path = `/${parts
            .map((part) => part.replace(/^\/|\/$/g, ''))
            .filter(Boolean)
            .join('/')}`;
          return path.endsWith('logout') ? [] : [path];
        });
      }),
    );
  }
});
