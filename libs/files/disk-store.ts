import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { Store } from './store.js';

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
const orNothing = (error: unknown) => {
  if (isMissing(error)) return undefined;
  throw error;
};

/**
 * Files in a folder, each named by its id. The tus server stores its data of an upload beside it.
 */
export class DiskStore implements Store {
  readonly uploads: FileStore;

  constructor(private readonly folder: string) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.uploads = new FileStore({ directory: folder });
  }

  async put(id: string, stream: Readable): Promise<void> {
    await pipeline(stream, fs.createWriteStream(this.#at(id), { mode: 0o600 }));
  }

  async read(id: string, start: number, end: number): Promise<Readable | undefined> {
    const file = await fs.promises.open(this.#at(id)).catch(orNothing);
    return file?.createReadStream({ start, end });
  }

  async size(id: string): Promise<number | undefined> {
    const file = await fs.promises.stat(this.#at(id)).catch(orNothing);
    return file?.size;
  }

  async bytes(id: string, start: number, end: number): Promise<Uint8Array> {
    const file = await fs.promises.open(this.#at(id));
    try {
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(end - start),
        position: start,
      });
      if (bytesRead < end - start) throw new Error('the file has fewer bytes than were asked for');
      return buffer;
    } finally {
      await file.close();
    }
  }

  /** Does nothing: the folder is on this machine. */
  check(): Promise<void> {
    return Promise.resolve();
  }

  async delete(id: string): Promise<void> {
    for (const file of [this.#at(id), `${this.#at(id)}.json`])
      await fs.promises.rm(file, { force: true });
  }

  #at(id: string): string {
    return path.join(this.folder, id);
  }
}
