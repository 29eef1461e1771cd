import type { Face, ValueProps } from '#src/fields/face.ts'
import { EmailInput } from './input.tsx'

export const face: Face<'email'> = { Input: EmailInput, Value: Address }

/** An e-mail address, which may go on to a second line behind its `@` only. */
function Address({ value }: ValueProps<'email'>) {
  const [person, host] = String(value).split('@')
  return (
    <span>
      {person}@<wbr />
      {host}
    </span>
  )
}
