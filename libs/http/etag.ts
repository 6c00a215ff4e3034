/** Whether an `If-None-Match` names this version; in linear time, because anybody can send one. */
export const isKnownVersion = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((known) => known.trim() === etag) ?? false;
