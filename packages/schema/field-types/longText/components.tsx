import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { LongTextInput } from './input.tsx'

export const components: FieldTypeComponents<'longText'> = {
  Input: LongTextInput,
  Value: ({ value }) => <span className="long-text">{String(value)}</span>,
}
