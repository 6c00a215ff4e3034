import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { explain } from '../api';
import { currentOf } from './stale-version';

/** The refusal of a change, because another user has saved the item meanwhile. */
export interface Refusal<Item> {
  /** The sentence of the server that says who saved the item. */
  message: string;
  saved: Item;
}

/** Two versions of an item, as values of its form. */
export interface ContentConflict<In> {
  message: string;
  /** The time at which the other change was saved (ISO 8601). */
  savedAt: string;
  theirs: In;
  /** The saved values with the fields that the user changed: what the user would save. */
  mine: In;
}

/** Returns the refusal if a request failed because the user had seen an older version. */
export function refusalOf<Item>(error: unknown): Refusal<Item> | null {
  const savedItem = currentOf(error) as Item | null;
  return savedItem && { message: explain(error), saved: savedItem };
}

/**
 * Compares the values of a form with what is saved.
 * @param theirs the values of the form for the saved item
 */
export const compareWithSaved = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  { message, saved }: Refusal<{ updatedAt: string }>,
  theirs: In,
): ContentConflict<In> => ({
  message,
  savedAt: saved.updatedAt,
  theirs,
  mine: mergedValues(form, theirs),
});

/** Returns the saved values with the fields that the user changed. */
export const mergedValues = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  theirs: In,
): In => ({ ...theirs, ...changedValues(form) });

/** Replaces the values of the fields that the user did not change. */
export function mergeChanges<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  theirs: In,
): void {
  const changed = changedValues(form);
  form.reset(theirs);
  for (const [name, value] of Object.entries(changed))
    form.setValue(name as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true });
}

/** Returns the values of the fields that the user changed. */
function changedValues<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
): Partial<In> {
  const values = form.getValues();
  const changed = Object.entries(form.formState.dirtyFields).filter(([, mark]) => hasTrue(mark));
  return Object.fromEntries(changed.map(([name]) => [name, values[name]])) as Partial<In>;
}

/** Whether the mark of a field, or of one of its parts, is true. */
const hasTrue = (mark: unknown): boolean =>
  typeof mark === 'object' && mark !== null ? Object.values(mark).some(hasTrue) : mark === true;
