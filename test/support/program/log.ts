import { Writable } from 'node:stream';
import { makeLogger } from '../../../src/ops/logger.js';

/** Warnings and errors of the programs that this test file has started. */
const lines: string[] = [];
const expected: RegExp[] = [];

/** Declares the expected warnings of a test file as patterns of lines (JSON). */
export const expectInLog = (...patterns: RegExp[]) => void expected.push(...patterns);

/**
 * Stores a line of a log if it is a warning or an error. Lines about refused requests are normal.
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

/** @throws Error with the unexpected warnings */
export function checkLog(): void {
  const strange = lines.splice(0).filter((line) => !expected.some((pattern) => pattern.test(line)));
  if (strange.length > 0)
    throw new Error(
      `the log has ${strange.length} warnings that nobody ` +
        `expected:\n${strange.slice(0, 10).join('\n')}`,
    );
}
