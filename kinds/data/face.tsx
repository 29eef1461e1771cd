import type { Face } from '#src/fields/face.ts'

/** Not shown on generated pages; handwritten pages read the value. */
export const face: Face<'data'> = { Input: () => null, Value: () => null }
