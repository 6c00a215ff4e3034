import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CannotOpen, KeyRing } from '#libs/sealed';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'church-keys-'));
afterAll(() => fs.rmSync(directory, { recursive: true }));
const file = (name: string) => path.join(directory, name);

describe('the keys of encrypted texts', () => {
  it('are created only once if many processes start at the same time', async () => {
    fs.mkdirSync(file('apart'));
    const keyFile = file('apart/together');
    const module = path.resolve('dist/libs/sealed/index.js');
    const script = `import('${module}').then(({ KeyRing }) =>
      process.stdout.write(new KeyRing([], process.argv[1]).current))`;
    const outputs = await Promise.all(
      Array.from({ length: 8 }, () =>
        promisify(execFile)(process.execPath, ['-e', script, keyFile]),
      ),
    );
    expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
    expect(fs.readdirSync(file('apart'))).toEqual(['together']);
    expect(fs.statSync(keyFile).mode & 0o777).toBe(0o600);
  });

  it('decrypt texts of older keys, but no changed texts or texts of another record', () => {
    const ring = new KeyRing([], file('kept'));
    const sealed = ring.seal('in confidence', 'a');
    expect(ring.renew()).toBe(true);
    expect(new KeyRing([], file('kept')).unseal(sealed, 'a')).toBe('in confidence');
    expect(ring.seal('in confidence', 'a').startsWith(sealed.slice(0, 8))).toBe(false);
    for (const [text, about] of [
      [sealed, 'b'],
      [`${sealed.slice(0, -6)}AAAAA=`, 'a'],
      ['00000000.AAAA', 'a'],
      ['nothing', 'a'],
    ] as const)
      expect(() => ring.unseal(text, about)).toThrow(CannotOpen);
  });

  it('are missing if the file is empty and no other key is configured', () => {
    fs.writeFileSync(file('empty'), '\n');
    expect(() => new KeyRing([], file('empty'))).toThrow(/holds no key/);
    expect(new KeyRing(['a key of at least thirty-two characters'], file('empty')).has('x')).toBe(
      false,
    );
  });
});
