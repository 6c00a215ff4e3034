/**
 * The events of an import or of its undo are stored, but the books do not show all that follows
 * from them.
 */
export class ImportIncomplete extends Error {}
