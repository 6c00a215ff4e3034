import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { bibleStudyInput, type BibleStudyInput } from '#libs/contracts';
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

export default zodResolver<StudyValues, unknown, BibleStudyInput>(
  schema as unknown as z.ZodType<BibleStudyInput, StudyValues>,
);
