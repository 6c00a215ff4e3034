import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * Returns the system user that runs PostgreSQL, which refuses to run as root. If the program runs
 * as root, it is `postgres` or, if there is no such user, `nobody`, because initdb needs a user
 * with an entry in /etc/passwd.
 * @returns null if PostgreSQL runs as the user of the program
 */
export function postgresSystemUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const entries = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry =
    entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody');
  if (!entry)
    throw new Error(
      'PostgreSQL does not run as root, and this machine has neither a user postgres nor ' +
        'nobody. Start as another user.',
    );
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/**
 * Returns the folder of the cluster, and creates it. It is `<dataDir>/postgresql`. If the program
 * runs as root and the server's user cannot enter that folder, it is a folder outside, whose path
 * is stored in `<dataDir>/postgresql-is-at`. If that file is lost, the program starts with a new
 * database.
 */
export function stateDirectory(dataDir: string, user: ServerUser | null): string {
  const root = path.resolve(dataDir);
  fs.mkdirSync(root, { recursive: true });
  const pointer = path.join(root, 'postgresql-is-at');
  if (fs.existsSync(pointer)) {
    const named = fs.readFileSync(pointer, 'utf8').trim();
    fs.mkdirSync(named, { recursive: true });
    return named;
  }
  const inside = path.join(root, 'postgresql');
  if (user === null || fs.existsSync(inside) || canEnter(root, user)) {
    fs.mkdirSync(inside, { recursive: true });
    return inside;
  }
  const outside = path.join('/var/lib/church-connect', randomUUID());
  fs.mkdirSync(outside, { recursive: true, mode: 0o755 });
  fs.writeFileSync(pointer, `${outside}\n`);
  return outside;
}

/** Whether `user` may pass through every folder on the way to `directory`. */
function canEnter(directory: string, user: ServerUser): boolean {
  for (let folder = directory; ; folder = path.dirname(folder)) {
    const stats = fs.statSync(folder);
    if ((stats.mode & executeBit(stats, user)) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** Returns the bit of a folder's mode that decides whether `user` may enter it. */
function executeBit({ uid, gid }: fs.Stats, user: ServerUser): number {
  if (uid === user.uid) return 0o100;
  return gid === user.gid ? 0o010 : 0o001;
}

/**
 * Returns whether a process is a zombie, its start time and its command. The latter two are empty
 * on systems without /proc.
 * @returns null if there is no process with this id
 */
export function processState(
  pid: number,
): { zombie: boolean; started: string; command: string } | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  try {
    // "pid (command) state …": the command may contain spaces and parentheses, so the last one ends
    // it
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fieldsAfterCommand = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      zombie: fieldsAfterCommand[0] === 'Z',
      started: fieldsAfterCommand[19] ?? '',
      command: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    };
  } catch {
    return fs.existsSync('/proc/self/stat') ? null : { zombie: false, started: '', command: '' };
  }
}
