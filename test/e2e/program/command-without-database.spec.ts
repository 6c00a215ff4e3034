import { afterAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { programFile } from '../../support/program/program.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'church-no-database-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('an operator command', () => {
  it.each([['owner:create', 'owner@example.org'], ['verify']])(
    'does not create a database if there is none: %s',
    (...args) => {
      const dataDir = path.join(folder, 'data');
      const { DATABASE_URL: _url, DATABASE_OWNER_URL: _owner, ...env } = process.env;
      const { status, stdout } = spawnSync(process.execPath, [programFile('cli'), ...args], {
        env: { ...env, DATA_DIR: dataDir },
        encoding: 'utf8',
      });
      expect(status).toBe(2);
      expect(stdout).toContain(`There is no database in ${dataDir}.`);
      expect(fs.existsSync(dataDir)).toBe(false);
    },
  );
});
