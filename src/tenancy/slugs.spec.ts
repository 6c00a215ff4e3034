import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../ops/config.js';
import { isReserved } from './slugs.js';

describe('a slug', () => {
  const config = readConfig({});

  it.each([
    'autodiscover',
    'autoconfig',
    'wpad',
    'isatap',
    'mta-sts',
    'openpgpkey',
    'webmail',
    'mx',
  ])('cannot be "%s", because other programs use a host with this name', (slug) => {
    expect(isReserved(slug, config)).toBe(true);
  });

  it.each(['grace', 'wpad-church', 'st-paul'])('may be "%s"', (slug) => {
    expect(isReserved(slug, config)).toBe(false);
  });
});
