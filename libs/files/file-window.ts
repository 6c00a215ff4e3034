import {
  AbstractTokenizer,
  EndOfStreamError,
  type IReadChunkOptions,
  type ITokenizer,
} from 'strtok3';

/** Reads the bytes from `start` up to `end`, without the byte at `end`. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** The number of bytes that are loaded at a time. */
const windowSize = 512 * 1024;

/** Lets libraries that detect file types read a file of which only a part is in memory. */
export class FileWindow extends AbstractTokenizer implements ITokenizer {
  readonly fileInfo: { size: number };
  #start = 0;
  #loaded: Uint8Array = new Uint8Array();

  /** @param size of the file in bytes */
  constructor(
    size: number,
    private readonly read: ReadBytes,
  ) {
    super();
    this.fileInfo = { size };
  }

  supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options);
    const end = Math.min(position + length, this.fileInfo.size);
    if (end < position + length && !mayBeLess) throw new EndOfStreamError();
    if (end <= position) return 0;
    if (position < this.#start || end > this.#start + this.#loaded.length)
      await this.#load(
        position,
        Math.min(Math.max(end, position + windowSize), this.fileInfo.size),
      );
    target.set(this.#loaded.subarray(position - this.#start, end - this.#start));
    return end - position;
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(target, options);
    const count = await this.peekBuffer(target, options);
    this.position = position + count;
    return count;
  }

  async #load(start: number, end: number): Promise<void> {
    this.#loaded = await this.read(start, end);
    this.#start = start;
  }
}
