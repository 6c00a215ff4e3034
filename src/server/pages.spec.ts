import { describe, expect, it } from '@jest/globals';
import { pageAt } from './pages.js';

describe('pageAt', () => {
  it.each([
    '/',
    '/donations',
    '/donations/',
    '/Donations',
    '/ADMIN/Church-Ledger',
    '/support/17',
    '/Join/Grace',
    '/admin/content/sermons/new',
    '/admin/events/01a1fc63-f841-71e3-ad8c-fa6353f799cd/',
  ])('finds a page for %s', (path) => expect(pageAt(path)).toBeDefined());

  it.each([
    '',
    '//',
    '//donations',
    '/donations//',
    '/donations/17',
    '/support/17/18',
    '/join//',
    '/admin',
    '/admin/',
    '/$id',
    '/support/$id/x',
    '/constructor',
    '/sitemap.xml',
    '/.well-known/security.txt',
    '//api/auth/user',
    '/index.html',
    '/design',
  ])('finds no page for %s', (path) => expect(pageAt(path)).toBeUndefined());
});
