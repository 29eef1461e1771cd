import type { Face } from '#src/fields/face.ts'

/** These records are shown as tabs of the record's page. */
export const face: Face<'many'> = { Input: () => null, Value: () => null }
