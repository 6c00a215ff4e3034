/** Compares names and titles by the order of American English, in which Á is beside A and Ø beside O. */
export const compareTexts = new Intl.Collator('en-US').compare;
