import { describe, expect, it } from '@jest/globals';
import { domainInput } from './tenancy/domain.js';
import { churchSignup, editOrganization } from './tenancy/organization.js';
import { webAddress } from './common.js';
import { readDomain } from './web-address.js';

describe('a domain', () => {
  it.each([
    'portal.church.org',
    'HTTPS://Portal.Church.org/',
    ' portal.church.org. ',
    'http://portal.church.org',
    'portal.church.org/',
    'https://portal.church.org:443/',
    'PORTAL.CHURCH.ORG',
    'portal.church.org./',
  ])('is read from %j', (typed) => {
    expect(domainInput.parse(typed)).toBe('portal.church.org');
    expect(readDomain(domainInput.parse(typed))).toBe('portal.church.org');
  });

  it('may have letters that are not ASCII', () =>
    expect(domainInput.parse('Kirche-München.DE')).toBe('xn--kirche-mnchen-3ob.de'));

  it.each([
    'no-dot',
    'portal church.org',
    'portal.church.org/members',
    'portal.church.org?a=1',
    'portal.church.org#top',
    'portal.church.org:8080',
    'me@portal.church.org',
    'https://a:b@portal.church.org',
    'ftp://portal.church.org',
    'javascript:alert(1)',
    'https:portal.church.org',
    'https:///portal.church.org',
    '//portal.church.org',
    'portal..church.org',
    '.church.org',
    '-a.church.org',
    '*.church.org',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    'localhost',
    'portal.church.org\\evil.test',
    'portal.church.org..',
    '\ud800.church.org',
    'a\0.church.org',
    `${'a'.repeat(64)}.org`,
    `${'a.'.repeat(140)}org`,
    'www.church.1',
  ])('cannot be %j', (typed) => {
    expect(domainInput.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      'Please enter a valid domain name',
    ]);
  });

  it.each([['ab'], [' a '], [''], [undefined], [7]])('cannot be as short as %j', (typed) => {
    expect(domainInput.safeParse(typed).error?.issues[0]?.message).toBe(
      'Domain must be at least 3 characters',
    );
  });
});

describe('a website', () => {
  it.each([
    ['www.church.org', 'https://www.church.org/'],
    [' WWW.Church.org. ', 'https://www.church.org/'],
    ['HTTP://www.church.org/Our%20Church?a=1#top', 'http://www.church.org/Our%20Church?a=1#top'],
    ['church.org:8080/x', 'https://church.org:8080/x'],
    ['https://www.church.org./x', 'https://www.church.org/x'],
    ['', ''],
  ])('is read from %j as %j by the schema of each form', (typed, kept) => {
    expect(webAddress.parse(typed)).toBe(kept);
    expect(editOrganization.parse({ website: typed }).website).toBe(kept);
    expect(
      churchSignup.parse({
        organizationName: 'Zion',
        contactName: 'Anna',
        email: 'anna@zion.test',
        customDomain: 'https://Zion.example/',
        website: typed,
      }),
    ).toMatchObject({ website: kept, customDomain: 'zion.example' });
  });

  it('is optional', () =>
    expect([
      editOrganization.parse({}).website,
      editOrganization.parse({ website: null }).website,
    ]).toEqual([undefined, null]));

  it.each([
    'our church',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@church.org',
    'tel:5551234567',
    'https:church.org',
    'https://user:secret@church.org',
    'church',
    'http://127.0.0.1/',
  ])('cannot be %j', (typed) => {
    for (const result of [
      webAddress.safeParse(typed),
      editOrganization.safeParse({ website: typed }),
    ])
      expect(result.error?.issues[0]?.message).toBe(
        'Please enter a web address that begins with https://',
      );
  });
});
