import type { Bucket, StorageError, Store } from './store.js';

/**
 * Opens the store of this installation: the bucket if one is configured, otherwise the folder.
 * @param onFailure called with every failure of a request to the bucket
 */
export async function openStore(
  folder: string,
  bucket: Bucket | undefined,
  onFailure: (failure: StorageError) => void,
): Promise<Store> {
  if (!bucket) return new (await import('./disk-store.js')).DiskStore(folder);
  // the S3 client is large, and only loaded if it is used
  const { S3Store } = await import('./s3-store.js');
  return new S3Store(bucket, onFailure);
}
