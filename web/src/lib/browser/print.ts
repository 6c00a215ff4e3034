import { toastError } from '../toast';

/**
 * Prints once everything is loaded and drawn: the browser prints what is in the page. What was loaded last is drawn a moment
 * after it came; asked to print in between, the browser would leave it out.
 */
export function printAfterLoading(load: () => Promise<unknown>): void {
  load()
    .then(() => new Promise((drawn) => setTimeout(drawn)))
    .then(() => window.print())
    .catch((error: unknown) => toastError('It could not be loaded whole.', error));
}
