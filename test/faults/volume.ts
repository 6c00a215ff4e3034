import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const block = Buffer.alloc(64 * 1024);

/** A small file system in memory that can really be full: further writes fail with ENOSPC. */
export class Volume {
  private readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Mounts the volume on an empty folder, with the owner and the permissions of the folder.
   * @throws Error if this user may not mount a volume
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

  /** Fills the volume except for `freeBytes` bytes. */
  fill(freeBytes: number): void {
    const file = fs.openSync(this.#ballast, 'a');
    try {
      while (this.room > freeBytes)
        fs.writeSync(file, block, 0, Math.min(block.length, this.room - freeBytes));
    } catch (error) {
      // If another process has written meanwhile, the volume is full, too.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      fs.closeSync(file);
    }
  }

  /** Frees the space that `fill` has used. */
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

/** Is thrown if this user cannot mount a volume. */
export class CannotMount extends Error {}
