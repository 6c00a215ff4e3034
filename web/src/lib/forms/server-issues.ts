import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api';
import { markShownAtField } from '../toast';

/** Returns the errors of single fields: invalid values (400) or conflicts (409). */
export function fieldIssues(error: unknown): { path: string; message: string }[] {
  return error instanceof ApiError && (error.status === 400 || error.status === 409)
    ? (error.body?.issues ?? [])
    : [];
}

/**
 * Shows the server's errors at their fields and focuses the first one. No toast repeats them.
 * @returns whether there was an error for a field of this form
 */
export function setServerIssues<In extends FieldValues, Context, Out>(
  form: Pick<UseFormReturn<In, Context, Out>, 'getValues' | 'setError'>,
  error: unknown,
): boolean {
  const fieldNames = Object.keys(form.getValues());
  const issues = fieldIssues(error).filter(({ path }) => fieldNames.includes(path.split('.')[0]!));
  issues.forEach(({ path, message }, index) =>
    form.setError(path as FieldPath<In>, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  if (issues.length > 0) markShownAtField(error);
  return issues.length > 0;
}
