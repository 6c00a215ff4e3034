import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../ops/config.js';
import { isReserved } from './slugs.js';

describe('the slug of a church', () => {
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
  ])('is not "%s", because programs look for their settings at a host of that name', (slug) => {
    expect(isReserved(slug, config)).toBe(true);
  });

  it.each(['grace', 'wpad-church', 'st-paul'])('may be "%s"', (slug) => {
    expect(isReserved(slug, config)).toBe(false);
  });
});
