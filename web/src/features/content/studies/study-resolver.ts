import { z } from 'zod';
import { bibleStudyInput } from '#libs/contracts';
import { formResolver } from '../../../lib/forms/form-resolver';
import type { StudyValues } from './study-values';

const lines = z
  .string()
  .transform((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )
  .pipe(
    z
      .array(z.string().max(500, 'Please use at most 500 characters in a line'))
      .max(50, 'Please use at most 50 lines'),
  );
const schema = bibleStudyInput.extend({ studyResources: lines });

export default formResolver<StudyValues>()(schema);
