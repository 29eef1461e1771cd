import type { Face } from '#src/fields/face.ts'
import { NationalIdInput } from './input.tsx'

export const face: Face<'nationalId'> = {
  Input: NationalIdInput,
  Value: ({ value }) => <span className="national-id">{String(value)}</span>,
}
