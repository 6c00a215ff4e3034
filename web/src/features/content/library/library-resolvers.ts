import { z } from 'zod';
import {
  missingOf,
  nuggetInput,
  resourceInput,
  type ResourceInput,
  sermonInput,
  type SermonInput,
} from '#libs/contracts';
import { uploadSchema } from '../../../lib/forms/upload-schema';
import { formResolver } from '../../../lib/forms/form-resolver';
import type { NuggetValues } from './nugget-editor';
import type { ResourceValues } from './resource-editor';
import type { SermonValues } from './sermon-editor';

const withFile = { uploadId: uploadSchema, hasFile: z.boolean() };

const resource = resourceInput
  .extend(withFile)
  .superRefine((values, context) => {
    const missing = missingOf(
      values,
      Boolean(values.uploadId) || (values.hasFile && values.keepFile),
    );
    if (missing)
      context.addIssue({ code: 'custom', path: [missing.path], message: missing.message });
  })
  .transform(({ hasFile: _, ...rest }): ResourceInput => rest);
const sermon = sermonInput
  .extend(withFile)
  .transform(({ hasFile: _, ...rest }): SermonInput => rest);

export const resourceResolver = formResolver<ResourceValues>()(resource);
export const sermonResolver = formResolver<SermonValues>()(sermon);
export const nuggetResolver = formResolver<NuggetValues>()(nuggetInput);
