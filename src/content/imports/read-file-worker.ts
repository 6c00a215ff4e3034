import { returnRefusals } from '#libs/workers';
import { readItems, type ImportKind } from './read-file.js';

interface ContentFile {
  kind: ImportKind;
  bytes: Uint8Array;
  timeZone: string;
}

/** Reads a file of sermons or resources in a worker thread (see `readItems`). */
export const readContentFile = returnRefusals(({ kind, bytes, timeZone }: ContentFile) =>
  readItems(kind, Buffer.from(bytes), timeZone),
);
