/**
 * Ids are UUIDs. Routes match this pattern, so that `create` is never taken for an id. `idRegExp`
 * matches a complete id.
 */
export const idPattern = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
export const idRegExp = new RegExp(`^${idPattern}$`)
