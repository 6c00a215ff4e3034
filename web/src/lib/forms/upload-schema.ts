import { z } from 'zod';

interface Uploading {
  id: string | null;
}

/**
 * Validates the file of a form and returns its id. A file that is still being uploaded has none.
 */
export const uploadSchema = z.custom<Uploading | null>().transform((upload, context) => {
  if (upload && upload.id === null)
    context.addIssue({
      code: 'custom',
      message: 'Please wait until the file is uploaded, or cancel it.',
    });
  return upload?.id ?? undefined;
});
