/**
 * Compares names and titles by the order of American English, in which Á is next to A and Ø next to
 * O.
 */
export function compareTexts(first: string, second: string): number {
  collator ??= new Intl.Collator('en-US');
  return collator.compare(first, second);
}

/** Made when it is first needed, because the first use of `Intl` in a page takes long. */
let collator: Intl.Collator | undefined;
