import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * A form's validation that comes when it is first needed: on the pages that people see first, the
 * schemas would be a third of all code. `warm` it when the form is touched.
 */
export function lazyResolver<In extends FieldValues, Out>(load: () => Promise<{ default: Resolver<In, unknown, Out> }>): Resolver<In, unknown, Out> {
  return async (values, context, options) => (await load()).default(values, context, options);
}
