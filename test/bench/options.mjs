const options = process.argv.slice(2);
const scale = options.includes('quick') ? 0.1 : 1;
const only = options
  .find((option) => option.startsWith('only='))
  ?.slice(5)
  .split(',');

/** Whether a part of the benchmark is to run. */
export const wants = (part) => !only || only.includes(part);

/** How many rows to use instead of `full`: all, or with `quick` a tenth. */
export const rowsOf = (full) => Math.round(full * scale);

/** The donors of the ledger. */
export const givers = rowsOf(100_000);
