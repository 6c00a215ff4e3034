import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { auditLabels } from '#libs/contracts';

const root = path.resolve(import.meta.dirname, '../..');
const named = Object.keys(auditLabels);

/**
 * The actions in the sources: in calls of `audit` and `auditOnce`, or in values that are passed to
 * them, such as the changes of a subscription.
 */
const isOfPlatformLog = (file: string) => /organizations(\.controller)?\.ts$/.test(file);
const sources = fs
  .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !isOfPlatformLog(file))
  .map((file) => fs.readFileSync(path.join(root, 'src', file), 'utf8'));
const written = new Set(
  sources.flatMap((text) => [
    ...[...text.matchAll(/\baudit(?:Once)?\(\s*tx,[^,]+,\s*([^){]*)/g)].flatMap(([, parameters]) =>
      [...parameters!.matchAll(/'([\w.-]+)'/g)].map(([, action]) => action!),
    ),
    ...[...text.matchAll(/^export type Change =\s([^;]+);/gm)].flatMap(([, actions]) =>
      [...actions!.matchAll(/'([\w.-]+)'/g)].map(([, action]) => action!),
    ),
    ...[...text.matchAll(/^const auditActions =\s([^;]+);/gm)].flatMap(([, actions]) =>
      [...actions!.matchAll(/'([\w.-]+)'/g)].map(([, action]) => action!),
    ),
  ]),
);

describe('the audit screen', () => {
  it('has a text for each action that the program records, and no others', () => {
    expect(written.size).toBeGreaterThan(30);
    expect([...written].sort()).toEqual([...named].sort());
  });
});
