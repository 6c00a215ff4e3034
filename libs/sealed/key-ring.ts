import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { seal, unseal } from './sealed.js';

interface Key {
  id: string;
  secret: string;
}

/** What was sealed cannot be opened: its key is not here, or it was changed. */
export class CannotOpen extends Error {}

const keyOf = (secret: string): Key => ({
  id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
  secret,
});

/**
 * Keys of what only few may read, newest first: the first one seals, every one opens. Those that are given (`MESSAGE_KEYS`)
 * come before those of the file, which is made where neither is there.
 */
export class KeyRing {
  readonly #given: Key[];
  #kept: { at: number; keys: Key[] } = { at: 0, keys: [] };

  /** @param file one key a line, readable by its owner alone @throws Error where it cannot be read or made */
  constructor(
    given: readonly string[],
    private readonly file: string,
  ) {
    this.#given = given.map(keyOf);
    if (this.#given.length === 0 && !fs.existsSync(file)) this.#make();
    this.#read();
  }

  /** The key that seals now, by its name. */
  get current(): string {
    return this.#keys()[0]!.id;
  }

  /** Whether something sealed with this key can be opened. */
  has(id: string): boolean {
    return this.#keys().some((key) => key.id === id);
  }

  /** @param about which thing it is, such as table and id: sealed text serves in no other place */
  seal(text: string, about: string): string {
    const { id, secret } = this.#keys()[0]!;
    return `${id}.${seal({ secret, use: `message ${about}` }, text)}`;
  }

  /** @throws CannotOpen */
  unseal(sealed: string, about: string): string {
    const [id, bytes] = sealed.split('.', 2) as [string, string];
    const key = this.#keys().find((one) => one.id === id);
    if (!key) throw new CannotOpen(`The key ${id} is not here.`);
    try {
      return unseal({ secret: key.secret, use: `message ${about}` }, bytes);
    } catch (error) {
      throw new CannotOpen('This was changed, or sealed for another place.', { cause: error });
    }
  }

  /** Puts a new key before those of the file; every process that uses it follows. @returns false where the keys are given: then the new one is put before them by hand */
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
    const at = fs.statSync(this.file, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return; // what was read stays: without it nothing could be opened anymore
    this.#kept = {
      at,
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

  /** Of several processes that start at once one makes it; none ever sees it half written. */
  #make(): void {
    const made = `${this.file}.${process.pid}`;
    fs.writeFileSync(made, `${newSecret()}\n`, { mode: 0o600 });
    try {
      fs.linkSync(made, this.file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was first
    } finally {
      fs.rmSync(made);
    }
  }
}

const newSecret = () => randomBytes(32).toString('base64');
