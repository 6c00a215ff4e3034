/**
 * Returns those of the fields of a form that the user changed. A field that is left out keeps what
 * another user has saved meanwhile.
 */
export function changedFields<Fields extends object>(
  before: NoInfer<Fields>,
  after: Fields,
): Partial<Fields> {
  const fields = Object.keys(after) as (keyof Fields)[];
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, after[field]])) as Partial<Fields>;
}
