import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { CsvError } from '#libs/csv';
import { damaged, protectedByPassword, tooLarge, unsafeArchive } from './messages.js';

const maxEntries = 2_000;
/** What one part may unpack to, counted while it does: a header can say anything. */
const maxPart = 512 * 1024 * 1024;
/** Sheets shrink to a tenth or a fiftieth; only what is made to burst shrinks further than this. */
const maxRatio = 250;
const ratioFrom = 16 * 1024 * 1024;

/** A ZIP file on disk, its parts read as streams of text. Throws a CsvError for every file that is not as it should be. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(file: string): Promise<Archive> {
    const zip = await openPromise(file, {
      autoClose: false,
      validateEntrySizes: true,
      strictFileNames: false,
    }).catch(refuseDamaged);
    try {
      const entries = new Map<string, Entry>();
      // names that climb out of the archive are refused by yauzl itself
      for await (const entry of zip.eachEntry()) {
        if (entries.size >= maxEntries || entries.has(entry.fileName)) throw unsafeArchive();
        if (entry.isEncrypted()) throw protectedByPassword();
        entries.set(entry.fileName, entry);
      }
      return new Archive(zip, entries);
    } catch (error) {
      zip.close();
      return refuseDamaged(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  some(test: (name: string) => boolean): boolean {
    return [...this.entries.keys()].some(test);
  }

  /** The text of a part, in pieces; of a part that is not there, nothing. Its checksum is compared at the end. */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.entries.get(name);
    if (!entry) return;
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    try {
      for await (const bytes of this.#bytes(entry)) {
        decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
        yield decoder.decode(bytes, { stream: true });
      }
      if (decoder) yield decoder.decode();
    } catch (error) {
      refuseDamaged(error);
    }
  }

  async *#bytes(entry: Entry): AsyncGenerator<Buffer> {
    const stream = await this.zip.openReadStreamPromise(entry);
    let [size, sum] = [0, 0];
    try {
      for await (const bytes of stream as AsyncIterable<Buffer>) {
        size += bytes.length;
        if (size > maxPart || (size > ratioFrom && size > entry.compressedSize * maxRatio))
          throw tooLarge();
        sum = crc32(bytes, sum);
        yield bytes;
      }
    } finally {
      stream.destroy();
    }
    if (sum !== entry.crc32) throw damaged();
  }

  close(): void {
    this.zip.close();
  }
}

/** XML is UTF-8 unless its first bytes say otherwise. */
function encodingOf(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0) return 'utf-16le';
  return (bytes[0] === 0xfe && bytes[1] === 0xff) || bytes[0] === 0 ? 'utf-16be' : 'utf-8';
}

/** What is wrong inside of a file is the file's fault, whatever the unpacker or decoder calls it; not so what the disk refuses. */
function refuseDamaged(error: unknown): never {
  const system = error instanceof Error && 'syscall' in error;
  throw error instanceof CsvError || system ? error : damaged();
}
