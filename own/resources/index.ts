/** The entities that this university adds, by name: `{ rooms }`. */
export const ownResources = {}
