import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { CsvError } from '#libs/csv';
import { damaged, protectedByPassword, tooLarge, unsafeArchive } from './messages.js';

const maxEntries = 2_000;
/**
 * Maximum number of unpacked bytes of one part. They are counted, because a header may be wrong.
 */
const maxPart = 512 * 1024 * 1024;
/**
 * Maximum ratio of unpacked to packed bytes. A sheet has a ratio of 10 to 50, a ZIP bomb a higher
 * one.
 */
const maxRatio = 250;
/** Number of unpacked bytes from which on the ratio is checked. */
const minSizeForRatio = 16 * 1024 * 1024;

/** A ZIP file on disk. Its parts are read as streams of text. A damaged file causes a CsvError. */
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
      // yauzl refuses names that lead out of the archive
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

  /**
   * Yields the text of a part in pieces; nothing if there is no such part. The checksum is compared
   * at the end.
   */
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
        const isBomb = size > minSizeForRatio && size > entry.compressedSize * maxRatio;
        if (size > maxPart || isBomb) throw tooLarge();
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

/** Returns the encoding of XML by its first bytes. The default is UTF-8. */
function encodingOf(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0) return 'utf-16le';
  return (bytes[0] === 0xfe && bytes[1] === 0xff) || bytes[0] === 0 ? 'utf-16be' : 'utf-8';
}

/**
 * Turns errors of the unpacker or the decoder into a CsvError about a damaged file. Errors of the
 * disk stay as they are.
 */
function refuseDamaged(error: unknown): never {
  const isSystemError = error instanceof Error && 'syscall' in error;
  throw error instanceof CsvError || isSystemError ? error : damaged();
}
