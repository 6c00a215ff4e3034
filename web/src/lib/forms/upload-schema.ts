import { z } from 'zod';

interface Uploading {
  id: string | null;
}

/** A form's file, as its id is sent; one that is still on its way has none yet. */
export const uploadSchema = z.custom<Uploading | null>().transform((upload, context) => {
  if (upload && upload.id === null)
    context.addIssue({
      code: 'custom',
      message: 'Please wait until the file is uploaded, or cancel it.',
    });
  return upload?.id ?? undefined;
});
