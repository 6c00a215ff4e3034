import type { BrothersContent } from '#libs/contracts';
import type { UploadValue } from '../../../components/content/upload-field';
import type { FieldLabels } from '../../../lib/content/compare-fields';

export type BrothersTag = BrothersContent['tags'][number];

export interface BrothersValues {
  title: string;
  description: string;
  content: string;
  youtubeUrl: string;
  uploadId: UploadValue | null;
  keepFile: boolean;
  tags: BrothersTag[];
  isActive: boolean;
  /** Whether the item has a stored file. This is not sent. */
  hasFile: boolean;
}

export const brothersValues = (item: BrothersContent | null): BrothersValues => ({
  title: item?.title ?? '',
  description: item?.description ?? '',
  content: item?.content ?? '',
  youtubeUrl: item?.youtubeUrl ?? '',
  uploadId: null,
  keepFile: true,
  tags: item?.tags ?? [],
  isActive: item?.isActive ?? true,
  hasFile: item?.file != null,
});

export const brothersTagOptions: { value: BrothersTag; label: string }[] = [
  { value: 'wisdom', label: 'Wisdom' },
  { value: 'understanding', label: 'Understanding' },
  { value: 'principle', label: 'Principle' },
  { value: 'promise', label: 'Promise' },
  { value: 'precept', label: 'Precept' },
];

/** The labels of the fields, for a comparison of two versions. */
export const brothersLabels: FieldLabels<BrothersValues> = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['tags', 'Tags'],
  ['content', 'Article'],
  ['youtubeUrl', 'Video link'],
  [
    'uploadId',
    'New audio file',
    (upload: BrothersValues['uploadId']) => upload?.name ?? 'No new file',
  ],
  ['keepFile', 'Keep the stored file'],
  ['isActive', 'Active'],
];
