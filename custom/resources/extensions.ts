/** Extensions of the program's resources by this university. */
export const customExtensions = []
