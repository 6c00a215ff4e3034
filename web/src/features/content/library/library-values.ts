import type { Nugget, Resource, Sermon } from '#libs/contracts';
import type { UploadValue } from '../../../components/content/upload-field';

interface WithFile {
  uploadId: UploadValue | null;
  keepFile: boolean;
  /** whether there is a file to keep; not sent */
  hasFile: boolean;
}

interface Common {
  title: string;
  description: string;
  thumbnailUrl: string;
  tags: string[];
  isActive: boolean;
}
const common = (
  item: {
    title: string;
    description: string;
    thumbnailUrl: string | null;
    tags: string[];
    isActive: boolean;
  } | null,
): Common => ({
  title: item?.title ?? '',
  description: item?.description ?? '',
  thumbnailUrl: item?.thumbnailUrl ?? '',
  tags: item?.tags ?? [],
  isActive: item?.isActive ?? true,
});
const fileOf = (item: { file: unknown } | null): WithFile => ({
  uploadId: null,
  keepFile: true,
  hasFile: item?.file != null,
});

/** Numbers are `undefined` where nothing is entered. */
export interface ResourceValues
  extends
    Common,
    WithFile,
    Required<
      Record<
        | 'content'
        | 'videoUrl'
        | 'audioUrl'
        | 'articleUrl'
        | 'bookTitle'
        | 'bookAuthor'
        | 'bookIsbn'
        | 'bookPurchaseUrl',
        string
      >
    > {
  resourceType: Resource['resourceType'];
  skillLevel: Resource['skillLevel'];
  topic: Resource['topic'];
  durationMinutes: number | undefined;
}
export const resourceValues = (item: Resource | null): ResourceValues => ({
  ...common(item),
  ...fileOf(item),
  resourceType: item?.resourceType ?? 'article',
  skillLevel: item?.skillLevel ?? 'beginner',
  topic: item?.topic ?? 'bible-study',
  durationMinutes: item?.durationMinutes ?? 15,
  content: item?.content ?? '',
  videoUrl: item?.videoUrl ?? '',
  // of a file that was uploaded, the address is the server's own
  audioUrl: ownFile(item?.audioUrl),
  articleUrl: item?.articleUrl ?? '',
  bookTitle: item?.bookTitle ?? '',
  bookAuthor: item?.bookAuthor ?? '',
  bookIsbn: item?.bookIsbn ?? '',
  bookPurchaseUrl: item?.bookPurchaseUrl ?? '',
});

export interface SermonValues extends Common, WithFile {
  preacher: string;
  date: string;
  durationMinutes: number | undefined;
  videoUrl: string;
  audioUrl: string;
}
export const sermonValues = (item: Sermon | null, today: string): SermonValues => ({
  ...common(item),
  ...fileOf(item),
  preacher: item?.preacher ?? '',
  date: item?.date ?? today,
  durationMinutes: item?.durationMinutes,
  videoUrl: item?.videoUrl ?? '',
  audioUrl: ownFile(item?.audioUrl),
});

export interface NuggetValues extends Common {
  videoUrl: string;
  durationSeconds: number;
  category: Nugget['category'];
}
export const nuggetValues = (item: Nugget | null): NuggetValues => ({
  ...common(item),
  videoUrl: item?.videoUrl ?? '',
  durationSeconds: item?.durationSeconds ?? 60,
  category: item?.category ?? 'inspirational',
});

function ownFile(address: string | null | undefined): string {
  return address && !address.startsWith('/') ? address : '';
}

/** What a form's picture shows: one that was uploaded, or the saved one as long as its address stays. */
export const previewPicture = (
  address: string,
  saved: { thumbnailUrl: string | null; pictureUrl: string | null } | null,
) =>
  address.startsWith('/api/')
    ? address
    : saved && address === (saved.thumbnailUrl ?? '')
      ? saved.pictureUrl
      : null;
