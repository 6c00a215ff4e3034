import type { FileItem } from './read-file.js';

/** A row of a file, and what the import does with it. */
export interface ImportedRow extends FileItem {
  state: 'new' | 'duplicate' | 'rejected';
  message?: string;
}
