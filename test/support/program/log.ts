import { Writable } from 'node:stream';
import { makeLogger } from '../../../src/ops/logger.js';

/** Warnings and errors of the applications and programs that this file of tests started. */
const lines: string[] = [];
const expected: RegExp[] = [];

/** Says which warnings a file's tests bring about; each is a pattern of the line as JSON. */
export const expectInLog = (...patterns: RegExp[]) => void expected.push(...patterns);

/**
 * Takes what a program writes: only warnings and errors count. Of a request that was refused there
 * is a line by design.
 */
export function takeLine(line: string): void {
  if (line.trim() === '' || isRefusal(line)) return;
  lines.push(line.trim());
}

function isRefusal(line: string): boolean {
  if (!line.startsWith('{')) return false;
  const { level, route, status, code } = JSON.parse(line) as {
    level?: number;
    route?: string;
    status?: number;
    code?: string;
  };
  return (
    level === 40 &&
    route !== undefined &&
    code !== undefined &&
    status !== undefined &&
    status < 500
  );
}

/** The logger of an application under test. */
export const testLogger = () =>
  makeLogger(
    'warn',
    new Writable({
      write: (chunk, _encoding, done) => {
        String(chunk).split('\n').forEach(takeLine);
        done();
      },
    }),
  );

/** @throws Error with the warnings that nobody expected */
export function checkLog(): void {
  const strange = lines.splice(0).filter((line) => !expected.some((pattern) => pattern.test(line)));
  if (strange.length > 0)
    throw new Error(
      `the log has ${strange.length} warnings that nobody expected:\n${strange.slice(0, 10).join('\n')}`,
    );
}
