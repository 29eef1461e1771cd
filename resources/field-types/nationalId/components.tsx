import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { NationalIdInput } from './input.tsx'

export const components: FieldTypeComponents<'nationalId'> = {
  Input: NationalIdInput,
  Value: ({ value }) => <span className="national-id">{String(value)}</span>,
}
