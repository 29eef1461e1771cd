/** The browser part of this university's custom code. */
import type { ScreenOverrides } from '#src/screens/index.ts'

/** Pages that replace generated ones, such as `'rooms.show'`. */
export const customScreens: ScreenOverrides = {}
