import type { NamedMigration } from '#libs/database';
import { Ground } from './0001-ground.js';

/** In the order in which they run; a name never changes once it has shipped. */
export const migrations: NamedMigration[] = [{ name: '0001-ground', class: Ground }];
