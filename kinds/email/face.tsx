import type { Face, ValueProps } from '#src/fields/face.ts'
import { EmailInput } from './input.tsx'

export const face: Face<'email'> = { Input: EmailInput, Value: Address }

/** An e-mail address, which may go on to a second line behind its `@` only; on a card, where what follows it is wider than the line, also before its first dot. */
function Address({ value }: ValueProps<'email'>) {
  const [person, host = ''] = String(value).split('@')
  const dot = host.indexOf('.')
  return (
    <span>
      {person}@<wbr />
      <span className="email-host">
        {host.slice(0, dot)}
        <wbr className="before-dot" />
        {host.slice(dot)}
      </span>
    </span>
  )
}
