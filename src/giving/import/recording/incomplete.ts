/**
 * Thrown if the events of an import or of its undo are stored, but the projections do not contain
 * everything that follows from them.
 */
export class ImportIncomplete extends Error {}
