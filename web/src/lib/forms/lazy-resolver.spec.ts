import { expect, it } from '@jest/globals';
import type { Resolver } from 'react-hook-form';
import { lazyResolver } from './lazy-resolver';

it('lazyResolver validates the values at submission, even if they change later', async () => {
  const schema: Resolver<{ domain: string }> = (values) => ({ values, errors: {} });
  let finishLoading = (_: { default: typeof schema }): void => undefined;
  const resolver = lazyResolver<{ domain: string }, { domain: string }>(
    () => new Promise((resolve) => (finishLoading = resolve)),
  );

  const form = { domain: 'portal' }; // The form continues to change this object.
  const resolvedForm = resolver(form, undefined, { fields: {}, shouldUseNativeValidation: false });
  form.domain = 'portal.antioch.test';
  finishLoading({ default: schema });

  expect((await resolvedForm).values).toEqual({ domain: 'portal' });
});
