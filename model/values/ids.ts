/** Ids are UUIDs. Routes match this pattern, so that `create` is never taken for an id. `wholeId` matches a complete id. */
export const idPattern = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
export const wholeId = new RegExp(`^${idPattern}$`)
