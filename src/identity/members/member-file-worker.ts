import type { Inspection } from '#libs/csv';
import { returnRefusals } from '#libs/workers';
import { readMembers } from './member-file.js';

interface MemberFile {
  bytes: Uint8Array;
  encoding: Inspection['encoding'] | undefined;
}

/** Reads a list of people in a worker thread (see `readMembers`). */
export const readMemberFile = returnRefusals(({ bytes, encoding }: MemberFile) =>
  readMembers(Buffer.from(bytes), encoding),
);
