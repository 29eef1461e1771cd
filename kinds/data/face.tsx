import type { Face } from '#src/fields/face.ts'

/** Screens made by hand show what the program alone writes. */
export const face: Face<'data'> = { Input: () => null, Value: () => null }
