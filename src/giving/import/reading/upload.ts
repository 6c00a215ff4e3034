import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Transform, type Readable } from 'node:stream';

export interface StoredUpload {
  size: number;
  hash: Buffer;
}

/**
 * Stores the uploaded files of drafts. The name of a stored file consists of the ids of church and
 * import, and never contains the name of the uploaded file.
 */
export class Uploads {
  constructor(private readonly dataDir: string) {}

  path(organizationId: string, importId: string): string {
    return path.join(this.dataDir, 'uploads', organizationId, `${importId}.csv`);
  }

  /** Streams to disk; memory does not grow with the file. */
  async store(organizationId: string, importId: string, source: Readable): Promise<StoredUpload> {
    const file = this.path(organizationId, importId);
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let size = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(source, count, fs.createWriteStream(file, { mode: 0o600 }));
    return { size, hash: hash.digest() };
  }

  /**
   * Deletes the church's files that belong to no import and are older than a day.
   * @returns the number of deleted files
   */
  sweep(organizationId: string, imports: ReadonlySet<string>): number {
    const folder = path.join(this.dataDir, 'uploads', organizationId);
    const isOld = (file: string) =>
      fs.statSync(path.join(folder, file)).mtimeMs < Date.now() - 86_400_000;
    const unusedFiles = (fs.existsSync(folder) ? fs.readdirSync(folder) : []).filter(
      (file) => !imports.has(path.parse(file).name) && isOld(file),
    );
    for (const file of unusedFiles) fs.rmSync(path.join(folder, file), { force: true });
    return unusedFiles.length;
  }

  remove(organizationId: string, importId: string): void {
    fs.rmSync(this.path(organizationId, importId), { force: true });
  }
}
