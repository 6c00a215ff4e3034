import { formatUsd } from '#libs/money';
import type { verifyChurch } from '../giving/index.js';

type Report = Awaited<ReturnType<typeof verifyChurch>>;

/** Returns the lines that tell an operator what `verify` has found about a church. */
export function describeReport(church: string, report: Report): string[] {
  const { events, entries, donations, amount, problems, notes } = report;
  return [
    church,
    `  ${events} events in ${entries} journal entries; ${donations} donations stand, together ` +
      formatUsd(amount),
    ...(problems.length === 0
      ? ['  Every hash is right, and every total is the sum of its donations.']
      : []),
    ...problems.map((problem) => `  ✗ ${problem}`),
    ...notes.map((note) => `  Note: ${note}`),
  ];
}
