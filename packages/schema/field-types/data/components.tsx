import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'

/** Not shown on generated pages; handwritten pages read the value. */
export const components: FieldTypeComponents<'data'> = { Input: () => null, Value: () => null }
