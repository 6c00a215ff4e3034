/** The lines of the table by their names. */
const table = new Map();

/**
 * Adds a line to the table: its figure, compared with its bound. A second figure of the same name
 * is that of the second event store, and no bound applies to it.
 */
export const row = (what, bound, cells) => {
  const known = table.get(what);
  if (known) known.beside = cells;
  else table.set(what, { what, bound, ...cells });
  const verdict = cells.holds ? 'ok  ' : 'MISS';
  process.stdout.write(
    `${known ? '    ' : verdict} ${what}: ${cells.figure} (${bound}) — ${cells.raw}\n`,
  );
};

/** Prints a line that is no figure. */
export const note = (text) => process.stdout.write(`     ${text}\n`);

/** A figure that should be at least the bound. `raw`: what it was computed from. */
export const atLeast = (bound, value, raw, unit = '') => ({
  figure: `${value.toFixed(bound < 10 ? 2 : 1)}${unit}`,
  holds: value >= bound,
  raw,
});

/** A figure that should be at most the bound. `raw`: what it was computed from. */
export const atMost = (bound, value, raw, unit = '') => ({
  figure: `${value.toFixed(bound < 10 ? 2 : 0)}${unit}`,
  holds: value <= bound,
  raw,
});

/**
 * Prints the table of all figures, and which of them miss their bounds.
 * @param first the name of the event store that the bounds apply to
 * @param second the name of the other event store
 * @returns how many figures miss their bounds
 */
export function printTable(first, second) {
  const rows = [...table.values()];
  const missed = rows.filter(({ holds }) => !holds);
  const lines = rows.map(
    (r) =>
      `| ${r.what} | ${r.figure} | ${r.bound} | ${r.beside?.figure ?? '–'} | ` +
      `${r.raw}${r.beside ? `; ${second}: ${r.beside.raw}` : ''} |`,
  );
  process.stdout.write(
    `\n| What | ${first} | Bound | ${second} | Raw |\n| --- | --- | --- | --- | --- ` +
      `|\n${lines.join('\n')}\n`,
  );
  process.stdout.write(
    '\nThe bounds hold for PostgreSQL. COPY, the function and INSERT … SELECT were measured in ' +
      'PostgreSQL, once, for both.\n',
  );
  if (second.includes('double')) {
    process.stdout.write(
      'The double is a stand-in in memory: its figures say nothing about a real server, but ' +
        'show the application’s own cost on that path.\n',
    );
  }
  process.stdout.write(
    `\n${rows.length - missed.length} of ${rows.length} figures ` +
      `reached${missed.length ? `; missed: ${missed.map(({ what }) => what).join('; ')}` : ''}\n`,
  );
  return missed.length;
}
