import type { Bucket, Store } from './store.js';

/**
 * The store of this installation: a bucket where one is named, otherwise the folder.
 * @param warn hears why the bucket could not be reached
 */
export async function openStore(
  folder: string,
  bucket: Bucket | undefined,
  warn: (error: unknown) => void,
): Promise<Store> {
  if (!bucket) return new (await import('./disk-store.js')).DiskStore(folder);
  return new (await import('./s3-store.js')).S3Store(bucket, warn); // what speaks S3 is large: only who wants it loads it
}
