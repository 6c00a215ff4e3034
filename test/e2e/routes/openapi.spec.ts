import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { allRoutes } from '#libs/contracts/routes';
import { describeRoutes } from '../../../src/server/openapi.js';

const root = path.resolve(import.meta.dirname, '../../..');
const document = describeRoutes('sid');

let folder: string;
let file: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'church-openapi-'));
  file = path.join(folder, 'openapi.json');
  fs.writeFileSync(file, JSON.stringify(document));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('the OpenAPI document', () => {
  it('describes every route of the table', () => {
    const described = Object.entries(document.paths).flatMap(([routePath, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${routePath}`),
    );
    expect(described.sort()).toEqual(
      allRoutes.map(({ method, path: routePath }) => `${method} ${routePath}`).sort(),
    );
  });

  it('is valid according to redocly', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path.join(root, 'node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        file,
        '--extends=recommended',
        '--format=json',
      ],
      {
        cwd: folder, // without a configuration and the `.env` of the repository
        maxBuffer: 64 * 1024 * 1024,
        env: {
          ...process.env,
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
    ).catch((error: unknown) => error as { stdout: string });
    const { totals, problems } = JSON.parse(stdout) as {
      totals: { errors: number };
      problems: { severity: string; message: string; ruleId: string }[];
    };
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(totals.errors).toBe(0);
  });

  it('generates a client whose types compile', async () => {
    const types = astToString(await openapiTypescript(new URL(`file://${file}`)));
    fs.writeFileSync(path.join(folder, 'api.ts'), types);
    const client = path.join(folder, 'client.ts');
    fs.writeFileSync(
      client,
      `import type { paths } from './api.js';
       type Json<Message> =
         Message extends { content: { 'application/json': infer Body } } ? Body : never;
       export type NewSermon = Json<NonNullable<paths['/api/sermons']['post']['requestBody']>>;
       export type Sermon = Json<paths['/api/sermons']['post']['responses']['201']>;
       export const sermon: NewSermon = {
         title: 'The vine',
         description: 'On staying where one grows',
       };
       export const titleOf = ({ title }: Sermon): string => title;`,
    );
    const program = ts.createProgram([client], {
      strict: true,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      types: [],
    });
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(problems).toEqual([]);
  });
});
