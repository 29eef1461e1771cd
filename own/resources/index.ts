/** The entities that this university adds, by name. */
export const ownResources = {}
