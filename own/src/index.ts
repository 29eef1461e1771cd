/** The browser half of what this university adds. */
import type { OwnScreens } from '#src/screens/index.ts'

/** Pages in place of generated ones, such as `'rooms.show'`. */
export const ownScreens: OwnScreens = {}
