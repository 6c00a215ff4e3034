import { z } from 'zod';
import {
  findMissingField,
  nuggetInput,
  resourceInput,
  type ResourceInput,
  sermonInput,
  type SermonInput,
} from '#libs/contracts';
import { uploadSchema } from '../../../lib/forms/upload-schema';

const withFile = { uploadId: uploadSchema, hasFile: z.boolean() };

/** The schema of the resource form. Its `resourceType` decides which other fields are required. */
export const resourceForm = resourceInput
  .extend(withFile)
  .superRefine((values, context) => {
    const missing = findMissingField(
      values,
      Boolean(values.uploadId) || (values.hasFile && values.keepFile),
    );
    if (missing)
      context.addIssue({ code: 'custom', path: [missing.path], message: missing.message });
  })
  .transform(({ hasFile: _, ...rest }): ResourceInput => rest);
export const sermonForm = sermonInput
  .extend(withFile)
  .transform(({ hasFile: _, ...rest }): SermonInput => rest);

export const nuggetForm = nuggetInput;
export { formResolver } from '../../../lib/forms/form-resolver';
