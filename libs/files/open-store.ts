import type { Bucket, FilesAway, Store } from './store.js';

/**
 * The store of this installation: a bucket where one is named, otherwise the folder.
 * @param onFailure called with every failure of a request to the bucket
 */
export async function openStore(
  folder: string,
  bucket: Bucket | undefined,
  onFailure: (failure: FilesAway) => void,
): Promise<Store> {
  if (!bucket) return new (await import('./disk-store.js')).DiskStore(folder);
  return new (await import('./s3-store.js')).S3Store(bucket, onFailure); // what speaks S3 is large: only who wants it loads it
}
