import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { seal, unseal } from './sealed.js';

interface Key {
  id: string;
  secret: string;
}

/** An encrypted text cannot be decrypted, because its key is missing or the text was changed. */
export class CannotOpen extends Error {}

const keyOf = (secret: string): Key => ({
  id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
  secret,
});

/**
 * The keys of confidential texts, the newest first. The first key encrypts, and all keys decrypt.
 * The configured keys (`MESSAGE_KEYS`) come before the keys of the file. The file is created if
 * there are no keys.
 */
export class KeyRing {
  readonly #given: Key[];
  #kept: { at: number; keys: Key[] } = { at: 0, keys: [] };

  /**
   * @param file the file with one key in each line, which only its owner can read
   * @throws Error if the file cannot be read or created
   */
  constructor(
    encodedKeys: readonly string[],
    private readonly file: string,
  ) {
    this.#given = encodedKeys.map(keyOf);
    if (this.#given.length === 0 && !fs.existsSync(file)) this.#make();
    this.#read();
  }

  /** The name of the key that encrypts. */
  get current(): string {
    return this.#keys()[0]!.id;
  }

  /** Tells whether a text that was encrypted with this key can be decrypted. */
  has(id: string): boolean {
    return this.#keys().some((key) => key.id === id);
  }

  /**
   * @param about the place of the text, such as table and id; it can be decrypted for no other
   *   place
   */
  seal(text: string, about: string): string {
    const { id, secret } = this.#keys()[0]!;
    return `${id}.${seal({ secret, use: `message ${about}` }, text)}`;
  }

  /** @throws CannotOpen */
  unseal(sealed: string, about: string): string {
    const [id, bytes] = sealed.split('.', 2) as [string, string];
    const key = this.#keys().find((candidate) => candidate.id === id);
    if (!key) throw new CannotOpen(`The key ${id} is not here.`);
    try {
      return unseal({ secret: key.secret, use: `message ${about}` }, bytes);
    } catch (error) {
      throw new CannotOpen('This was changed, or sealed for another place.', { cause: error });
    }
  }

  /**
   * Writes a new key before the keys of the file. All processes that use the file read it again.
   * @returns false if the keys are configured; then the operator must add the new key
   */
  renew(): boolean {
    if (this.#given.length > 0) return false;
    const next = `${this.file}.new`;
    fs.writeFileSync(
      next,
      [newSecret(), ...this.#keys().map(({ secret }) => secret), ''].join('\n'),
      { mode: 0o600, flag: 'wx' },
    );
    fs.renameSync(next, this.file);
    this.#read();
    return true;
  }

  #keys(): Key[] {
    if (fs.statSync(this.file, { throwIfNoEntry: false })?.mtimeMs !== this.#kept.at) this.#read();
    return [...this.#given, ...this.#kept.keys];
  }

  #read(): void {
    const modifiedAt = fs.statSync(this.file, { throwIfNoEntry: false })?.mtimeMs;
    if (modifiedAt === undefined) return; // keeps the keys that were read before
    this.#kept = {
      at: modifiedAt,
      keys: fs
        .readFileSync(this.file, 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .map(keyOf),
    };
    if (this.#given.length + this.#kept.keys.length === 0)
      throw new Error(`${this.file} holds no key. Please put it back from a backup.`);
  }

  /** If several processes start at once, one creates the file, and none reads a partial file. */
  #make(): void {
    const newFile = `${this.file}.${process.pid}`;
    fs.writeFileSync(newFile, `${newSecret()}\n`, { mode: 0o600 });
    try {
      fs.linkSync(newFile, this.file);
    } catch (error) {
      // another process may have created the file
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(newFile);
    }
  }
}

const newSecret = () => randomBytes(32).toString('base64');
