/** Additions of this university to the entities that come with the program. */
export const ownExtensions = []
