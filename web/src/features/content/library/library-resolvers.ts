import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import {
  missingOf,
  nuggetInput,
  type NuggetInput,
  resourceInput,
  type ResourceInput,
  sermonInput,
  type SermonInput,
} from '#libs/contracts';
import { uploadSchema } from '../../../lib/forms/upload-schema';
import type { NuggetValues, ResourceValues, SermonValues } from './library-values';

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

export const resourceResolver = zodResolver<ResourceValues, unknown, ResourceInput>(
  resource as unknown as z.ZodType<ResourceInput, ResourceValues>,
);
export const sermonResolver = zodResolver<SermonValues, unknown, SermonInput>(
  sermon as unknown as z.ZodType<SermonInput, SermonValues>,
);
export const nuggetResolver = zodResolver<NuggetValues, unknown, NuggetInput>(
  nuggetInput as unknown as z.ZodType<NuggetInput, NuggetValues>,
);
