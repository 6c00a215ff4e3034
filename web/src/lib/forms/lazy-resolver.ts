import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Loads the validation of a form when it is first needed, because the schemas would be a third of
 * the code of the first pages. The values are copied first: the form passes its own object and
 * continues to change it while the schema loads.
 */
export function lazyResolver<In extends FieldValues, Out>(
  load: () => Promise<{ default: Resolver<In, unknown, Out> }>,
): Resolver<In, unknown, Out> {
  return async (values, context, options) => {
    const copy = structuredClone(values);
    return (await load()).default(copy, context, options);
  };
}
