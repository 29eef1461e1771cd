/** Custom resources of this university, by name. */
export const customResources = {}
