import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. As root it runs as `postgres` where that user exists, else as
 * `nobody`; initdb wants a user that has a passwd entry. Null: run as who we are.
 */
export function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const entries = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry =
    entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody');
  if (!entry)
    throw new Error(
      'PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody. Start as another user.',
    );
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/**
 * Where the cluster lies: `<dataDir>/postgresql`, or, when we are root and the server's user could not
 * enter that, a folder outside that `<dataDir>/postgresql-is-at` names. No such pointer: a new database.
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
  for (let at = directory; ; at = path.dirname(at)) {
    const { mode, uid, gid } = fs.statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/**
 * What is known of a process: whether it is a zombie, when it started and its command (both empty
 * where there is no /proc). Null when there is none with that number.
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
    // "pid (command) state …": the command may hold spaces and parentheses, so cut at the last one
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      zombie: rest[0] === 'Z',
      started: rest[19] ?? '',
      command: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    };
  } catch {
    return fs.existsSync('/proc/self/stat') ? null : { zombie: false, started: '', command: '' };
  }
}
