import type { Face } from '#src/fields/face.ts'

/** Records that point here are tabs of the record's page. */
export const face: Face<'many'> = { Input: () => null, Value: () => null }
