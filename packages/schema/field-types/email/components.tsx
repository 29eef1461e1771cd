import type {
  FieldTypeComponents,
  ValueProps,
} from '@matricola/console/fields/field-type-components.ts'
import { EmailInput } from './input.tsx'

export const components: FieldTypeComponents<'email'> = { Input: EmailInput, Value: Address }

/**
 * An email address. Lines break only after the `@`, and on narrow cards also before the first dot
 * of the domain.
 */
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
