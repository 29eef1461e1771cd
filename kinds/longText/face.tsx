import type { Face } from '#src/fields/face.ts'
import { LongTextInput } from './input.tsx'

export const face: Face<'longText'> = { Input: LongTextInput, Value: ({ value }) => <span className="long-text">{String(value)}</span> }
