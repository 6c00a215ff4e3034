/**
 * Compares names and titles by the order of American English, in which Á is next to A and Ø next to
 * O.
 */
export const compareTexts = new Intl.Collator('en-US').compare;
