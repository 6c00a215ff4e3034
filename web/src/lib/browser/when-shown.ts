import type { warmShown } from '../content/warm-shown';
import { warm } from '../warm';

/** Asks ahead for what a member screen shows, once the code that knows what that is has come. */
export const whenShown = (ask: (shown: typeof warmShown) => void): void =>
  warm(import('../content/warm-shown').then((module) => ask(module.warmShown)));
