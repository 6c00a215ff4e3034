import { describe, expect, it } from '@jest/globals';
import { allRoutes, isSchema, routes } from '#libs/contracts/routes';
import { isJsonRead } from './json-reads.js';

const id = '01a22b15-db3f-76a6-a14b-a7814760f3d9';
const addressesOf = (isWanted: (route: (typeof allRoutes)[number]) => boolean) =>
  allRoutes
    .filter((route) => route.method === 'GET' && isWanted(route))
    .map(({ path }) => path.replaceAll(/\{\w+\}/g, id));

describe('the calls that a batch can contain', () => {
  it('are all that read and are answered with JSON, except the batch itself', () => {
    const addresses = addressesOf(
      ({ answer, path }) =>
        isSchema(answer) && path.startsWith('/api/') && path !== routes.batch.read.path,
    );
    expect(addresses.length).toBeGreaterThan(50);
    expect(addresses.filter((address) => !isJsonRead(address))).toEqual([]);
  });

  it('are no files, streams and redirects', () => {
    const addresses = addressesOf(({ answer }) => !isSchema(answer));
    expect(addresses.length).toBeGreaterThan(5);
    expect(addresses.filter(isJsonRead)).toEqual([]);
  });

  it.each([
    '/api/sermons/../live',
    String.raw`/api/sermons/..\live`,
    '/api/sermons/',
    `/api/sermons/${id}/extra`,
    '//api/sermons',
    '/health',
  ])('do not include %s', (address) => {
    expect(isJsonRead(address)).toBe(false);
  });
});
