import { noop } from '@tanstack/react-query';

/**
 * Starts a query ahead. Its failure is ignored here: the component that reads the query shows it.
 */
export const prefetch = (query: Promise<unknown>): void => {
  query.catch(noop);
};
