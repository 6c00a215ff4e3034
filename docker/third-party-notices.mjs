// Writes docker/third-party-notices.md: the packages that are shipped with the program, and their
// licenses. Run it after a change of the packages: npm run notices. With --print it writes to
// standard output instead.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const noticesFile = path.join(root, 'docker/third-party-notices.md');

/** Licenses that ask for more than to keep the notice, with what the program does about it. */
const furtherDuties = {
  'LGPL-3.0-or-later':
    'The library is used unchanged, as a shared library that can be replaced by another ' +
    'version. Its\nsource is at <https://github.com/libvips/libvips>, and the sources and ' +
    'licenses of the libraries that\nit contains are listed at ' +
    '<https://github.com/lovell/sharp-libvips>.',
  'MPL-2.0':
    'The files of the package are used unchanged. Their source is the package itself, which ' +
    'npm installs\nfrom <https://www.npmjs.com>.',
  'OFL-1.1': 'The font is embedded unchanged and is not sold by itself.',
  'Python-2.0': 'The files of the package are used unchanged.',
};

const unstated = 'No license stated';

/** The text of the file, from package-lock.json and the imports of the web client. */
function thirdPartyNotices() {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const byLicense = new Map();
  for (const place of shippedPackages(lock)) {
    const { license = unstated, version, name = nameAt(place) } = lock[place];
    const group = byLicense.get(license) ?? new Set();
    byLicense.set(license, group.add(`${name} ${version}`));
  }
  const groups = [...byLicense].sort(([a], [b]) => compare(a, b));
  return `${[
    '# Third-party notices',
    '`npm run notices` generates this file from `package-lock.json`. Do not edit it by hand.',
    'The program contains the packages below: those that the server needs, also the ones for ' +
      'other\noperating systems, and those of which the web client is built. The full text of ' +
      'each license is in\nthe folder of the package in `node_modules`.',
    ...groups.flatMap(([license, packages]) => sectionOf(license, [...packages].sort(compare))),
  ].join('\n\n')}\n`;
}

function sectionOf(license, packages) {
  const duties = Object.entries(furtherDuties).filter(([name]) => license.includes(name));
  return [
    `## ${license}`,
    ...duties.map(([, text]) => text),
    packages.map((one) => `- ${one}`).join('\n'),
  ];
}

/** Places in the lock file of all packages that are shipped. */
function shippedPackages(lock) {
  const { dependencies, optionalDependencies } = lock[''];
  const roots = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...clientImports()];
  const found = new Set();
  const waiting = roots.map((name) => placeOf(lock, name, ''));
  while (waiting.length > 0) {
    const place = waiting.pop();
    if (place === undefined || found.has(place)) continue;
    found.add(place);
    const needed = { ...lock[place].dependencies, ...lock[place].optionalDependencies };
    for (const name of Object.keys(needed)) waiting.push(placeOf(lock, name, place));
  }
  return found;
}

/**
 * Where Node.js finds a package that the one at `from` needs; undefined for an optional package
 * that is not in the lock file.
 */
function placeOf(lock, name, from) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))
  ) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock[place]) return place;
    if (folder === '') return undefined;
  }
}

/** The packages that the web client's files and styles import. */
function clientImports() {
  const names = new Set();
  for (const file of fs.readdirSync(path.join(root, 'web/src'), { recursive: true })) {
    if (!/\.(tsx?|css)$/.test(file) || /\.spec\.|node_modules/.test(file)) continue;
    const text = fs.readFileSync(path.join(root, 'web/src', file), 'utf8');
    for (const [, name] of text.matchAll(
      /(?:from|import|import\()\s*['"]((?:@[\w-]+\/)?[\w][\w.-]*)/g,
    ))
      if (!name.startsWith('node:')) names.add(name);
  }
  return [...names].filter(
    (name) => name !== 'vite' && name !== 'tailwindcss' && !name.startsWith('@jest/'),
  );
}

const nameAt = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const compare = (a, b) => (a < b ? -1 : Number(a > b));

if (process.argv.includes('--print')) process.stdout.write(thirdPartyNotices());
else fs.writeFileSync(noticesFile, thirdPartyNotices());
