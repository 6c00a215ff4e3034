import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api';
import { markShownAtField } from '../toast';

/** What the server refuses about single fields: what is wrong (400), or taken by something else (409). */
export function fieldIssues(error: unknown): { path: string; message: string }[] {
  return error instanceof ApiError && (error.status === 400 || error.status === 409)
    ? (error.body?.issues ?? [])
    : [];
}

/** Puts them where the fields are, and the focus on the first: then no toast says them again. @returns whether there was any for a field of this form */
export function setServerIssues<In extends FieldValues, Context, Out>(
  form: Pick<UseFormReturn<In, Context, Out>, 'getValues' | 'setError'>,
  error: unknown,
): boolean {
  const known = Object.keys(form.getValues());
  const issues = fieldIssues(error).filter(({ path }) => known.includes(path.split('.')[0]!));
  issues.forEach(({ path, message }, index) =>
    form.setError(path as FieldPath<In>, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  if (issues.length > 0) markShownAtField(error);
  return issues.length > 0;
}
