import type { BibleStudy } from '#libs/contracts';
import type { FieldLabels } from '../../../lib/content/compare-fields';

export interface StudyValues {
  title: string;
  content: string;
  videoUrl: string;
  tags: string[];
  /** One resource in each line. */
  studyResources: string;
  onlineTools: { name: string; url: string }[];
  isActive: boolean;
}

export const studyValues = (study: BibleStudy | null): StudyValues => ({
  title: study?.title ?? '',
  content: study?.content ?? '',
  videoUrl: study?.videoUrl ?? '',
  tags: study?.tags ?? [],
  studyResources: study?.studyResources.join('\n') ?? '',
  onlineTools: study?.onlineTools.map(({ name, url }) => ({ name, url })) ?? [],
  isActive: study?.isActive ?? true,
});

/** The labels of the fields, for a comparison of two versions. */
export const studyLabels: FieldLabels<StudyValues> = [
  ['title', 'Title'],
  ['content', 'Content'],
  ['tags', 'Tags'],
  ['videoUrl', 'Video link'],
  ['studyResources', 'Study resources'],
  ['onlineTools', 'Online tools'],
  ['isActive', 'Shown to members'],
];
