import { z } from 'zod';
import { brothersInput, type BrothersInput, needsContent } from '#libs/contracts';
import { uploadSchema } from '../../../lib/forms/upload-schema';
import { formResolver } from '../../../lib/forms/form-resolver';
import type { BrothersValues } from './brothers-values';

const schema = brothersInput
  .extend({ uploadId: uploadSchema, hasFile: z.boolean() })
  .superRefine(({ content, youtubeUrl, uploadId, keepFile, hasFile }, context) => {
    if (!content && !youtubeUrl && !uploadId && !(hasFile && keepFile))
      context.addIssue({ code: 'custom', path: ['content'], message: needsContent });
  })
  .transform(({ hasFile: _, ...rest }): BrothersInput => rest);

export default formResolver<BrothersValues>()(schema);
