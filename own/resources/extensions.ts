/** What this university adds to the entities that come with the program. */
export const ownExtensions = []
