import type { FileThing } from './read-file.js';

/** A row of a file, and what becomes of it. */
export interface ImportedRow extends FileThing {
  state: 'new' | 'duplicate' | 'rejected';
  message?: string;
}
