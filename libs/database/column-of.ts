/**
 * Returns the values of one column of rows, for an `unnest` with several arrays. If all values are
 * null, returns an empty array, which costs less: PostgreSQL fills shorter arrays with nulls.
 */
export function columnOf<Row, Name extends keyof Row>(
  rows: readonly Row[],
  name: Name,
): Row[Name][] {
  const values = rows.map((row) => row[name]);
  return values.every((value) => value === null) ? [] : values;
}
