import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const block = Buffer.alloc(64 * 1024);

/**
 * A small file system of its own, in memory, that can really be full: every write beyond gets
 * ENOSPC.
 */
export class Volume {
  private readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Lays it over an empty folder, whose owner and rights it takes.
   * @throws Error where this user may not mount
   */
  static mount(directory: string, megabytes: number): Volume {
    const { uid, gid, mode } = fs.statSync(directory);
    const settings = `size=${megabytes}m,uid=${uid},gid=${gid},mode=${(mode & 0o777).toString(8)}`;
    const { status, stderr, error } = spawnSync(
      'mount',
      ['-t', 'tmpfs', '-o', settings, 'tmpfs', directory],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new CannotMount(error?.message ?? stderr.trim());
    return new Volume(directory);
  }

  /** Takes all the room but `left` bytes. */
  fill(left: number): void {
    const file = fs.openSync(this.#ballast, 'a');
    try {
      while (this.room > left)
        fs.writeSync(file, block, 0, Math.min(block.length, this.room - left));
    } catch (error) {
      // somebody else wrote meanwhile: full it is
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      fs.closeSync(file);
    }
  }

  /** Gives back what was taken. */
  free(): void {
    fs.rmSync(this.#ballast, { force: true });
  }

  get room(): number {
    const { bavail, bsize } = fs.statfsSync(this.directory);
    return bavail * bsize;
  }

  /** Unmounts the volume, even if a process has open files on it. */
  unmount(): void {
    spawnSync('umount', ['--lazy', this.directory]);
  }

  get #ballast(): string {
    return path.join(this.directory, 'ballast');
  }
}

/** A full disk cannot be made here. */
export class CannotMount extends Error {}
