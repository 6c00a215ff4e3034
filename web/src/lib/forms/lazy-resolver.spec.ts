import { expect, it } from '@jest/globals';
import type { Resolver } from 'react-hook-form';
import { lazyResolver } from './lazy-resolver';

it('judges and hands on what stood in the form when it was sent, whatever is typed while the schema loads', async () => {
  const schema: Resolver<{ domain: string }> = (values) => ({ values, errors: {} });
  let loaded = (_: { default: typeof schema }): void => undefined;
  const resolver = lazyResolver<{ domain: string }, { domain: string }>(
    () => new Promise((resolve) => (loaded = resolve)),
  );

  const form = { domain: 'portal' }; // the form's own object, which it goes on writing to
  const sent = resolver(form, undefined, { fields: {}, shouldUseNativeValidation: false });
  form.domain = 'portal.antioch.test';
  loaded({ default: schema });

  expect((await sent).values).toEqual({ domain: 'portal' });
});
