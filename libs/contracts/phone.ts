// Separate from the schemas, so that a page can import it without the library of the schemas.

/** A North American number of ten digits in any usual format. An empty text removes the number. */
export const phonePattern = /^(\+?1[-. ]?)?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}$/;
export const invalidPhone = 'Please enter a valid phone number (e.g., 555-123-4567)';
/**
 * The phone numbers that member files and forms of staff accept: of any country, with extension.
 */
export const staffPhonePattern = /^(?=(\D*\d){7})[\d\s()+./ext;=#-]+$/i;
