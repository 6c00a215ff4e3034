import { returnRefusals } from '#libs/workers';
import { readThings, type ImportKind } from './read-file.js';

interface ContentFile {
  kind: ImportKind;
  bytes: Uint8Array;
  timeZone: string;
}

/** Reads a file of sermons or resources in a worker thread (see `readThings`). */
export const readContentFile = returnRefusals(({ kind, bytes, timeZone }: ContentFile) =>
  readThings(kind, Buffer.from(bytes), timeZone),
);
