import type { UploadValue } from '../../../components/content/upload-field';
import type { FieldLabels } from '../../../lib/content/compare-fields';

/** The values of a form that describe the file of its item. */
export interface FileValues {
  uploadId: UploadValue | null;
  keepFile: boolean;
  /** Whether the item has a stored file. This is not sent. */
  hasFile: boolean;
}

/** The common values of the forms of resources, sermons and nuggets. */
export interface SharedValues {
  title: string;
  description: string;
  thumbnailUrl: string;
  tags: string[];
  isActive: boolean;
}
export const sharedValues = (
  item: {
    title: string;
    description: string;
    thumbnailUrl: string | null;
    tags: string[];
    isActive: boolean;
  } | null,
): SharedValues => ({
  title: item?.title ?? '',
  description: item?.description ?? '',
  thumbnailUrl: item?.thumbnailUrl ?? '',
  tags: item?.tags ?? [],
  isActive: item?.isActive ?? true,
});
export const fileValuesOf = (item: { file: unknown } | null): FileValues => ({
  uploadId: null,
  keepFile: true,
  hasFile: item?.file != null,
});

/** Describes a new file in the comparison of two versions. */
const describeUpload = (upload: UploadValue | null): string => upload?.name ?? 'No new file';

/** The labels of the first fields of each form of the library, to compare two versions. */
export const titleLabels: FieldLabels<Pick<SharedValues, 'title' | 'description'>> = [
  ['title', 'Title'],
  ['description', 'Description'],
];
/** The labels of the last fields. */
export const lookLabels: FieldLabels<Omit<SharedValues, 'title' | 'description'>> = [
  ['tags', 'Tags'],
  ['thumbnailUrl', 'Picture'],
  ['isActive', 'Shown to members'],
];
export const fileLabels: FieldLabels<FileValues> = [
  ['uploadId', 'New file', describeUpload],
  ['keepFile', 'Keep the stored file'],
];

/**
 * Returns the address of a file on another server. An uploaded file has an address of this server,
 * which no form shows.
 */
export function externalFileUrl(address: string | null | undefined): string {
  return address && !address.startsWith('/') ? address : '';
}

/**
 * Returns the address of the picture that a form shows: an uploaded one, or the saved one while the
 * entered address is unchanged. Returns null for any other address, because the server has not
 * loaded its picture yet.
 */
export function previewPicture(
  address: string,
  savedPicture: { thumbnailUrl: string | null; pictureUrl: string | null } | null,
): string | null {
  if (address.startsWith('/api/')) return address;
  const isUnchanged = address === (savedPicture?.thumbnailUrl ?? '');
  return savedPicture && isUnchanged ? savedPicture.pictureUrl : null;
}
