import { expect } from '@jest/globals';
import type { DonationImport, ImportControl } from '#libs/contracts';
import { fromDecimal, toDecimal } from '#libs/money';

const sum = (amounts: readonly string[]) =>
  toDecimal(amounts.reduce((cents, amount) => cents + fromDecimal(amount), 0n));

/**
 * Checks that every row of a file is in one line of its control total, and that the lines add up to
 * the file and to what is recorded.
 * @returns the control total
 */
export function expectLinesToAddUp({ control, counts, amounts }: DonationImport): ImportControl {
  const { file, lines, gross, refunds, fees, net, recorded } = control!;
  expect(lines.reduce((rows, line) => rows + line.rows, 0)).toBe(counts.total);
  const counted = lines.filter(({ what }) => what !== 'total');
  expect(file).toEqual({
    rows: counted.reduce((rows, line) => rows + line.rows, 0),
    amount: sum(counted.map(({ amount }) => amount)),
  });
  expect(recorded).toBe(sum(lines.map((line) => line.recorded)));
  expect(recorded).toBe(amounts.new);
  expect(fromDecimal(net)).toBe(fromDecimal(gross) - fromDecimal(refunds) - fromDecimal(fees));
  return control!;
}
