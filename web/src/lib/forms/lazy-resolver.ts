import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * A form's validation that comes when it is first needed: on the pages that people see first, the
 * schemas would be a third of all code. What is judged and sent is what stood in the form at that
 * moment: the form hands over its own object, and goes on writing to it while the schema loads.
 */
export function lazyResolver<In extends FieldValues, Out>(
  load: () => Promise<{ default: Resolver<In, unknown, Out> }>,
): Resolver<In, unknown, Out> {
  return async (values, context, options) => {
    const sent = structuredClone(values);
    return (await load()).default(sent, context, options);
  };
}
