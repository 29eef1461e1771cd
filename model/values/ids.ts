/** Ids are UUIDs and routes say so, so that `create` is never taken for an id. A part of a pattern; `wholeId` is all of one. */
export const idPattern = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
export const wholeId = new RegExp(`^${idPattern}$`)
