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
  const { S3Store } = await import('./s3-store.js'); // the S3 client is large: it is loaded only where it is used
  return new S3Store(bucket, onFailure);
}
