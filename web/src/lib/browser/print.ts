import { toastError } from '../toast';

/**
 * Prints the page after its data is loaded and rendered. Without the timeout, the browser would
 * print before React has rendered what was loaded last.
 */
export function printAfterLoading(load: () => Promise<unknown>): void {
  load()
    .then(() => new Promise((drawn) => setTimeout(drawn)))
    .then(() => window.print())
    .catch((error: unknown) => toastError('It could not be loaded whole.', error));
}
