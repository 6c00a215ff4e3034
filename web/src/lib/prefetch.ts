import { noop } from '@tanstack/react-query';

/** A query started ahead by a loader: its failure is shown by the component that needs it. */
export const prefetch = (query: Promise<unknown>): void => {
  query.catch(noop);
};
